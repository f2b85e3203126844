import { defaultTenantSettings } from '../db/schema/tenants.ts'
import type { tenants } from '../db/schema/tenants.ts'

type TenantRecord = Omit<typeof tenants.$inferInsert, 'createdAt'> & {
  domain: string
  /** Companies with their departments; the first is the tenant's own. */
  companies: readonly { name: string; departments: readonly string[] }[]
  posts: readonly string[]
}

const welcome = (title: string) => ({
  welcomeTitle: `欢迎加入${title}`,
  welcomeContent: `<p>您好，欢迎加入${title}！</p><p>您可以在<strong>课程库</strong>中选择课程开始学习，在<strong>我的考试</strong>中参加考试，学习过程中获得的积分、学时和证书都可以在<strong>个人中心</strong>查看。</p><p>祝您学习顺利，平安工作每一天。</p>`,
})

/** The four tenants. */
/** Ids of the demo's own apps: they belong to nobody. */
const appLinks = {
  apple: ['TRAINHALL0.org.example.trainhall'],
  android: [{ packageName: 'org.example.trainhall', fingerprints: [Array.from({ length: 32 }, (_, index) => (index * 7).toString(16).padStart(2, '0').toUpperCase()).join(':')] }],
}

export const tenantRecords: readonly TenantRecord[] = [
  {
    tenantId: 82, domain: 'localhost', name: '东岭电力培训中心', webTitle: '卓越职业技术培训平台', logoUrl: '/admin/file/logo/82.svg',
    themeColor: '#1263cf', caseNumber: '沪ICP备2024001082号-1', registrationOpen: true, edition: 'standard',
    settings: { ...defaultTenantSettings, footerLanguageSwitch: true, activationCode: 'TH-82-2F7C-9A41', appLinks },
    ...welcome('卓越职业技术培训平台'),
    companies: [
      { name: '东岭电力', departments: ['运行一部', '运行二部', '检修部', '安全监察部', '物资部', '培训中心'] },
      { name: '东岭重工', departments: ['焊接车间', '机加车间', '起重运输班'] },
      { name: '海川化工', departments: ['生产部', '安环部'] },
    ],
    posts: ['低压电工', '变电值班员', '电焊工', '叉车司机', '起重指挥', '钳工', '车工', '班组长', '安全员', '设备点检员', '仓库管理员', '技术员'],
  },
  {
    tenantId: 101, domain: 'bgy.localhost', name: '碧园建设集团', webTitle: '碧园建筑实训平台', logoUrl: '/admin/file/logo/101.svg',
    themeColor: '#1e7a4f', caseNumber: null, registrationOpen: false, edition: 'standard',
    settings: {
      ...defaultTenantSettings, downloadPage: 'bgy', downloadRoute: 'AppFiresBGY',
      hiddenQrCodes: ['ios', 'activation', 'simulationA', 'simulationB'], activationCode: 'TH-101-77B0-13DE',
    },
    ...welcome('碧园建筑实训平台'),
    companies: [
      { name: '碧园建设', departments: ['第一项目部', '第二项目部', '安全质量部'] },
      { name: '碧园装配', departments: ['构件厂', '吊装队'] },
    ],
    posts: ['架子工', '塔机司机', '建筑电工', '木工', '钢筋工', '安全员', '施工员'],
  },
  {
    tenantId: 116, domain: 'rs.localhost', name: '瑞盛能源', webTitle: '瑞盛能源培训平台', logoUrl: '/admin/file/logo/116.svg',
    themeColor: '#b4531a', caseNumber: '晋ICP备2023000116号', registrationOpen: false, edition: 'standard',
    settings: { ...defaultTenantSettings, downloadPage: 'rs', activationCode: 'TH-116-5E20-C8A9' },
    ...welcome('瑞盛能源培训平台'),
    companies: [
      { name: '瑞盛电厂', departments: ['发电部', '燃料部', '设备部'] },
      { name: '瑞盛风电', departments: ['运维一站', '运维二站'] },
    ],
    posts: ['集控值班员', '输煤值班员', '风机运维工', '电气试验工', '巡检员'],
  },
  {
    tenantId: 143, domain: 'hj.localhost', name: '华匠职业学校', webTitle: '华匠职业学校', logoUrl: '/admin/file/logo/143.svg',
    themeColor: '#6a3fb5', caseNumber: '苏ICP备2022000143号', registrationOpen: true, edition: 'exerciseBank',
    settings: { ...defaultTenantSettings, hiddenQrCodes: ['activation', 'simulationA', 'simulationB'], activationCode: 'TH-143-91FD-06B3' },
    ...welcome('华匠职业学校'),
    companies: [{ name: '华匠职业学校', departments: ['电气工程系', '机械工程系', '实训中心'] }],
    posts: ['学生', '实训学员', '学徒'],
  },
]

/** The ten levels with the points they need, lowest first (contract 5.8 and 9). */
export const levelRecords: readonly (readonly [name: string, en: string, ja: string, points: number])[] = [
  ['初学孩童', 'Beginner Children', '初学の童', 0],
  ['初入江湖', 'New Jianghu', '江湖入り', 100],
  ['江湖新秀', 'Jianghu Rookie', '江湖の新星', 300],
  ['江湖少侠', 'Jianghu Young Xia', '江湖の若侠', 600],
  ['江湖大侠', 'Jianghu Great Xia', '江湖の大侠', 1000],
  ['江湖豪侠', 'Jianghu Hero', '江湖の豪侠', 2000],
  ['一派掌门', 'Generation Leader', '一派の掌門', 3500],
  ['一代宗师', 'A Great Master', '一代の宗師', 5500],
  ['武林盟主', 'Wulin Alliance Leader', '武林の盟主', 8000],
  ['独孤求败', 'Seek Defeat Alone', '独孤求敗', 12000],
]

/** The newest versions of the clients. */
export const appVersionRecords: readonly (readonly [client: 'main' | 'simulationA' | 'simulationB', system: 'android' | 'ios', code: string, content: string, url: string])[] = [
  ['main', 'android', '3.6.2', '新增证书验证，修复考试断网后恢复作答的问题。', 'https://example.org/download/trainhall-3.6.2.apk'],
  ['main', 'ios', '3.6.1', '适配大屏设备，优化视频缓存。', 'https://example.org/download/ios/trainhall'],
  ['simulationA', 'android', '2.1.4', 'HTTP 插件：支持倒闸操作仿真。', 'https://example.org/download/sim-plugin-2.1.4.apk'],
  ['simulationA', 'ios', '2.1.3', 'HTTP 插件：提升连接稳定性。', 'https://example.org/download/ios/sim-plugin'],
  ['simulationB', 'android', '1.9.0', '移动仿真客户端：新增焊接参数设定。', 'https://example.org/download/sim-mobile-1.9.0.apk'],
  ['simulationB', 'ios', '1.8.7', '移动仿真客户端：修复触控偏移。', 'https://example.org/download/ios/sim-mobile'],
]
