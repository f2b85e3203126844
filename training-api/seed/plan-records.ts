import type { Title } from './courses/outline.ts'

/** An exam of a plan as it is written down: a title and the subject its questions come from. */
export type PlanExamRecord = { exam: Title; subject: 'electrical' | 'welding' | 'forklift' | 'rigging' | 'fire' | 'firstAid' | 'general' | 'heights'; attempts: number }

/** A plan as it is written down; courses by id. Days count from today; absent: no date. */
export type PlanRecord = {
  title: Title
  cover: string
  over?: readonly [one: string, two: string]
  teacher: string
  about: string
  goals: readonly string[]
  items: readonly (number | PlanExamRecord)[]
  startsInDays?: number
  endsInDays?: number
  sequential?: boolean
  forbidden?: boolean
}

/** The plans of tenant 82; the first is 5001. */
export const mainPlans: readonly PlanRecord[] = [
  {
    title: ['新员工入职培训计划', 'Onboarding Plan for New Employees', '新入社員研修プラン'], cover: 'onboard', over: ['新员工', '入职培训'], teacher: '唐丽华',
    about: '入职第一个月的必修内容：先认识企业和岗位风险，再学会用电与消防，最后通过两场考试。',
    goals: ['一周内完成入厂教育', '通过入职理论考试和安全规程考试', '熟悉应急集合点与报告流程'],
    items: [
      3001, 3035, 3025,
      { exam: ['入职理论考试', 'Onboarding Theory Exam', '入社理論試験'], subject: 'general', attempts: 3 },
      { exam: ['入职安全规程考试', 'Onboarding Safety Rules Exam', '入社安全規程試験'], subject: 'fire', attempts: 3 },
    ],
  },
  {
    title: ['安全生产月专项计划', 'Safety Month Programme', '安全月間特別プラン'], cover: 'shield', over: ['安全生产月', '人人讲安全'], teacher: '沈文斌',
    about: '安全生产月期间全员参加：学习法规、事故案例与劳动防护，完成专项考试。',
    goals: ['了解年度安全主题', '能结合案例说出本岗位风险', '通过专项考试'],
    items: [3030, 3031, 3028, { exam: ['安全生产月专项考试', 'Safety Month Exam', '安全月間試験'], subject: 'general', attempts: 2 }],
    startsInDays: -5, endsInDays: 25,
  },
  {
    title: ['特种作业复审计划', 'Special Operations Renewal', '特殊作業再審査プラン'], cover: 'electric', over: ['特种作业', '三年一复审'], teacher: '周建国',
    about: '面向即将到期的特种作业人员，按复审要求安排学时和考试。',
    goals: ['完成 8 学时复审培训', '了解新规程的变化', '通过复审考试'],
    items: [3001, 3031, { exam: ['特种作业复审考试', 'Renewal Exam', '再審査試験'], subject: 'electrical', attempts: 2 }],
    startsInDays: 30, endsInDays: 60,
  },
  {
    title: ['年度复训计划', 'Annual Refresher Plan', '年次再教育プラン'], cover: 'team', teacher: '郑伟明',
    about: '上一年度的全员复训，已经结束，记录保留备查。',
    goals: ['完成年度 20 学时', '更新岗位风险认知'],
    items: [3029, 3033, 3030, { exam: ['年度复训考试', 'Annual Refresher Exam', '年次再教育試験'], subject: 'general', attempts: 2 }],
    startsInDays: -200, endsInDays: -20,
  },
  {
    title: ['班组长能力提升计划', 'Team Leader Development Plan', '班長能力向上プラン'], cover: 'team', over: ['班组长', '能力提升'], teacher: '郑伟明',
    about: '为现任和后备班组长设计：安全、沟通、现场三条线同步提升，通过后颁发证书。',
    goals: ['开好班前会', '能够辅导和激励组员', '掌握现场 5S 与目视化'],
    items: [3029, 3034, 3033, { exam: ['班组长综合考试', 'Team Leader Exam', '班長総合試験'], subject: 'general', attempts: 3 }],
  },
  {
    title: ['电工技能提升计划', 'Electrician Skills Plan', '電工技能向上プラン'], cover: 'cable', over: ['电工技能', '从线路到控制'], teacher: '林海涛',
    about: '从线路检修到电动机控制，配合实操训练台使用。',
    goals: ['独立完成线路检修', '看懂控制电路', '掌握电缆接头工艺'],
    items: [3008, 3009, 3011, { exam: ['电工技能考试', 'Electrician Exam', '電工技能試験'], subject: 'electrical', attempts: 3 }],
    endsInDays: 120, startsInDays: -60,
  },
  {
    title: ['焊工取证计划', 'Welder Certification Plan', '溶接工資格取得プラン'], cover: 'welding', over: ['焊工取证', '从零到持证'], teacher: '孟宪东',
    about: '焊接与热切割作业取证培训，理论与实操并重。',
    goals: ['通过理论考试', '完成平焊与立焊实操', '建立动火安全意识'],
    items: [3003, 3019, 3021, { exam: ['焊工取证理论考试', 'Welder Theory Exam', '溶接工理論試験'], subject: 'welding', attempts: 3 }],
  },
  {
    title: ['消防安全全员培训', 'Fire Safety for Everybody', '全員防火研修'], cover: 'fire', teacher: '唐丽华',
    about: '每年一次的消防安全全员培训。',
    goals: ['会报警', '会扑救初起火灾', '会疏散逃生'],
    items: [3025, { exam: ['消防安全全员考试', 'Fire Safety Exam', '防火試験'], subject: 'fire', attempts: 3 }],
  },
  {
    title: ['应急救护普及计划', 'First Aid for All', '救急普及プラン'], cover: 'team', over: ['应急救护', '人人会急救'], teacher: '唐丽华',
    about: '让每个班组至少有两名持证救护员。',
    goals: ['掌握心肺复苏', '会使用 AED', '会止血包扎'],
    items: [3026, 3028, { exam: ['应急救护考试', 'First Aid Exam', '救急試験'], subject: 'firstAid', attempts: 3 }],
  },
  {
    title: ['叉车司机复审计划', 'Forklift Licence Renewal', 'フォークリフト再審査プラン'], cover: 'forklift', teacher: '韩志刚',
    about: '叉车司机证件复审前的强化培训。',
    goals: ['复习安全驾驶要点', '通过复审理论考试'],
    items: [3024, { exam: ['叉车复审理论考试', 'Forklift Renewal Exam', 'フォークリフト再審査試験'], subject: 'forklift', attempts: 2 }],
    startsInDays: -90, endsInDays: 40,
  },
  {
    title: ['起重作业专项整治', 'Lifting Operations Campaign', 'クレーン作業特別対策'], cover: 'crane', over: ['起重作业', '专项整治'], teacher: '韩志刚',
    about: '针对吊装事故的专项整治培训，已经结束。',
    goals: ['落实“十不吊”', '规范吊索具检查'],
    items: [3024, 3031, { exam: ['起重专项考试', 'Lifting Campaign Exam', 'クレーン特別試験'], subject: 'rigging', attempts: 2 }],
    startsInDays: -150, endsInDays: -40,
  },
  {
    title: ['设备点检员培养计划', 'Equipment Inspector Plan', '設備点検員育成プラン'], cover: 'machine', over: ['设备点检', '看听闻摸测'], teacher: '吴德海',
    about: '培养会点检、会润滑、会分析的设备主人。',
    goals: ['编制点检标准', '完成润滑作业', '写出异常报告'],
    items: [3036, 3018, 3040, { exam: ['设备点检考试', 'Inspector Exam', '設備点検試験'], subject: 'general', attempts: 3 }],
  },
  {
    title: ['新能源运维人才计划', 'New Energy Operators Plan', '新エネルギー人材プラン'], cover: 'electric', over: ['新能源', '运维人才'], teacher: '高立新',
    about: '光伏与储能方向的运维人才培养。',
    goals: ['独立完成光伏巡检', '掌握储能应急处置'],
    items: [3044, 3045, 3007, { exam: ['新能源运维考试', 'New Energy Exam', '新エネルギー試験'], subject: 'electrical', attempts: 3 }],
  },
  {
    title: ['数控技师研修计划', 'CNC Technician Workshop', 'NC技師研修プラン'], cover: 'machine', over: ['数控技师', '研修班'], teacher: '陆晓峰',
    about: '技师研修班专用计划，名单由培训中心确定。',
    goals: ['完成复杂零件编程', '撰写技术总结'],
    items: [3015, 3017, 3046, { exam: ['数控技师考试', 'CNC Technician Exam', 'NC技師試験'], subject: 'general', attempts: 2 }],
    forbidden: true,
  },
]

/** The plans of the other tenants; courses by place in the tenant's list, from 1. */
export const otherPlans: Readonly<Record<number, readonly PlanRecord[]>> = {
  101: [
    {
      title: ['进场工人岗前培训', 'Pre-Job Training for Site Workers', '入場前研修'], cover: 'onboard', over: ['进场工人', '岗前培训'], teacher: '唐丽华',
      about: '新进场工人上岗前必须完成。', goals: ['完成三级教育', '通过岗前考试'],
      items: [7, 6, { exam: ['岗前考试', 'Pre-Job Exam', '入場前試験'], subject: 'general', attempts: 3 }],
    },
    {
      title: ['塔机司机提升计划', 'Tower Crane Operator Plan', 'タワークレーン向上プラン'], cover: 'crane', teacher: '冯国栋',
      about: '塔机司机年度提升。', goals: ['规范操作', '群塔防碰撞'],
      items: [1, 8, { exam: ['塔机提升考试', 'Tower Crane Exam', 'タワークレーン試験'], subject: 'rigging', attempts: 2 }],
    },
  ],
  116: [
    {
      title: ['风电运维上岗计划', 'Wind Operator Qualification', '風力運用資格プラン'], cover: 'height', over: ['风电运维', '持证上岗'], teacher: '曹云飞',
      about: '风电运维人员上岗培训。', goals: ['登塔安全', '电气试验基础'],
      items: [1, 5, { exam: ['风电上岗考试', 'Wind Operator Exam', '風力資格試験'], subject: 'heights', attempts: 2 }],
    },
  ],
  143: [
    {
      title: ['新生实训入门计划', 'Workshop Starter Plan', '新入生実習プラン'], cover: 'onboard', over: ['新生实训', '第一学期'], teacher: '秦雨',
      about: '新生第一学期的实训准备。', goals: ['完成安全教育', '掌握制图基础'],
      items: [4, 3, { exam: ['新生实训考试', 'Workshop Starter Exam', '新入生実習試験'], subject: 'general', attempts: 3 }],
    },
  ],
}
