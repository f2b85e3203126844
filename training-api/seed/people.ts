import type { learners } from '../db/schema/learners.ts'
import { randomOf } from './random.ts'
import type { Random } from './random.ts'

const surnames = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤'
const menGiven = ['伟', '强', '磊', '军', '勇', '杰', '涛', '超', '鹏', '辉', '建国', '志强', '海涛', '文博', '俊杰', '浩然', '国栋', '永强', '德明', '晓峰', '振华', '立新', '春生', '家豪', '子轩', '一鸣', '东升', '长河', '少华', '广平', '庆丰', '玉龙', '天佑', '思远', '宏伟', '新民']
const womenGiven = ['芳', '娜', '敏', '静', '丽', '艳', '娟', '霞', '秀英', '桂兰', '晓燕', '雪梅', '丽华', '佳怡', '欣怡', '雨桐', '文静', '春梅', '海燕', '婷婷', '思雨', '玉洁', '慧敏', '红梅', '小红', '若兰', '梦瑶', '素芬']

/** A plausible Chinese name. */
export function nameOf(sex: 'male' | 'female', random: Random): string {
  return random.pick([...surnames]) + random.pick(sex === 'male' ? menGiven : womenGiven)
}

/** Names of people whom the world speaks of: nobody else has them. */
const reservedNames = new Set(['李明', '王芳', '赵强', '陈静', '黎明', '孙丽', '孙伟', '周建国', '林海涛', '韩志刚', '郑伟明', '沈文斌', '唐丽华', '高立新', '吴德海', '陆晓峰'])

/** What a tenant has for its people: departments with their company, posts, and the roles everybody gets. */
export type Workplace = {
  tenantId: number
  departments: readonly { departmentId: number; companyId: number }[]
  posts: readonly string[]
}

export type Learner = typeof learners.$inferInsert

const authorities = ['ROLE_12', 'train_course_view', 'train_exam_view']
const avatars = 8

/** learner010 has half as much time again in exams. */
const moreTimeNumber = 10

/** One of the many learners of a tenant: `number` counts from 1 and makes account, id and contact. */
export function makeLearner(workplace: Workplace, number: number, learnerId: number, createdAt: Date): Learner {
  const { tenantId } = workplace
  const random = randomOf('learner', tenantId, number)
  const sex = random.chance(0.68) ? 'male' : 'female'
  const department = random.pick(workplace.departments)
  let name = nameOf(sex, random)
  while (reservedNames.has(name)) name = nameOf(sex, random)
  const account = `learner${String(number).padStart(3, '0')}`
  return {
    tenantId, learnerId, account,
    name,
    phone: `13${6 + (tenantId % 4)}${String(tenantId * 1_000_000 + number).padStart(8, '0').slice(-8)}`,
    email: `${account}@t${tenantId}.example`,
    sex,
    post: random.pick(workplace.posts),
    workNumber: `A${String(learnerId % 10_000).padStart(4, '0')}`,
    companyId: department.companyId,
    departmentId: department.departmentId,
    authorities,
    avatarUrl: random.chance(0.7) ? `/admin/file/avatar/${random.whole(1, avatars)}.svg` : null,
    extraTimeFactor: number === moreTimeNumber ? 1.5 : 1,
    disabled: false,
    endsAt: null,
    createdAt,
  }
}

/** The learners whom the checks know by name. */
export const namedLearners: readonly (Omit<Learner, 'companyId' | 'departmentId' | 'createdAt'> & { department: string })[] = [
  {
    tenantId: 82, learnerId: 820001, account: 'liming', name: '李明', phone: '13800000001', email: 'liming@dongling.example', sex: 'male',
    post: '低压电工', workNumber: 'A0001', department: '检修部', authorities, avatarUrl: '/admin/file/avatar/1.svg',
  },
  {
    tenantId: 82, learnerId: 820002, account: 'wangfang', name: '王芳', phone: '13800000002', email: 'wangfang@dongling.example', sex: 'female',
    post: '仓库管理员', workNumber: 'A0002', department: '物资部', authorities, avatarUrl: null,
  },
  {
    tenantId: 82, learnerId: 820003, account: 'zhaoqiang', name: '赵强', phone: '13800000003', email: 'zhaoqiang@dongling.example', sex: 'male',
    post: '班组长', workNumber: 'A0003', department: '运行一部', authorities, avatarUrl: '/admin/file/avatar/3.svg',
  },
  {
    tenantId: 82, learnerId: 820004, account: 'chenjing', name: '陈静', phone: '13800000004', email: 'chenjing@dongling.example', sex: 'female',
    post: '安全员', workNumber: 'A0004', department: '安全监察部', authorities: [], avatarUrl: '/admin/file/avatar/2.svg',
  },
  {
    tenantId: 101, learnerId: 1010001, account: 'liming', name: '黎明', phone: '13800001011', email: 'liming@biyuan.example', sex: 'male',
    post: '架子工', workNumber: 'B0101', department: '第一项目部', authorities, avatarUrl: '/admin/file/avatar/6.svg',
  },
  {
    tenantId: 143, learnerId: 1430001, account: 'sunli', name: '孙丽', phone: '13800001431', email: 'sunli@huajiang.example', sex: 'female',
    post: '学生', workNumber: 'S20260001', department: '电气工程系', authorities, avatarUrl: '/admin/file/avatar/8.svg',
  },
]
