import type { CourseOutline } from '../outline.ts'

/** Courses 3025 to 3035 of tenant 82: safety for everybody, and leading a team. */
export const safetyAndTeams: readonly CourseOutline[] = [
  {
    title: ['消防安全与灭火器使用', 'Fire Safety and Extinguishers', '防火と消火器の使い方'],
    field: 'safety', subject: 'fire', cover: 'fire', over: ['消防安全', '早一分钟发现'], teacher: '唐丽华',
    about: '全员必修：火灾类型、灭火器选择、报警与疏散。',
    goals: ['按火灾类型选择灭火器', '三分钟内组织疏散', '检查消防设施'],
    chapters: ['火灾知识: v燃烧与火灾分类 | d消防法要点', '扑救与逃生: v灭火器的使用 | s灭火器操作 | v疏散逃生', '考核: e消防安全测验'],
  },
  {
    title: ['应急救护与心肺复苏', 'First Aid and CPR', '救急処置と心肺蘇生'],
    field: 'safety', subject: 'firstAid', cover: 'team', over: ['应急救护', '黄金四分钟'], teacher: '唐丽华',
    about: '心肺复苏、止血包扎与触电急救，配合实操训练。',
    goals: ['按比例完成胸外按压和人工呼吸', '使用 AED', '止血、包扎、固定与搬运'],
    chapters: ['心肺复苏: v判断与呼救 | v胸外按压 | cAED 的使用', '创伤急救: v止血与包扎 | v骨折固定与搬运', '考核: e应急救护测验'],
  },
  {
    title: ['危险化学品安全管理', 'Managing Hazardous Chemicals', '危険化学品の安全管理'],
    field: 'safety', subject: 'general', cover: 'confined', teacher: '沈文斌',
    about: '危化品的分类、储存、使用与泄漏处置。',
    goals: ['看懂安全技术说明书', '按禁忌分类储存', '处置小量泄漏'],
    chapters: ['分类与标签: v九大类危险货物 | d安全技术说明书', '储存使用: v储存禁忌 | v泄漏处置 | e危化品测验'],
  },
  {
    title: ['职业健康与劳动防护', 'Occupational Health and PPE', '労働衛生と保護具'],
    field: 'safety', subject: 'general', cover: 'shield', teacher: '唐丽华',
    about: '粉尘、噪声、高温等职业病危害的识别和防护用品的选用。',
    goals: ['识别岗位职业病危害', '正确佩戴防护用品', '了解体检与档案要求'],
    chapters: ['危害因素: v粉尘与噪声 | v高温与辐射', '个体防护: v呼吸防护 | d防护用品选用表 | c佩戴练习'],
  },
  {
    title: ['班组安全管理', 'Team-Level Safety Management', '職場の安全管理'],
    field: 'management', subject: 'general', cover: 'team', teacher: '郑伟明',
    about: '班前会、危险预知和交接班，让安全落到班组。',
    goals: ['开好十分钟班前会', '组织危险预知活动', '做好交接班'],
    chapters: ['班前班后: v十分钟班前会 | d交接班记录', '危险预知: v四步法 | c案例演练 | d活动记录表'],
  },
  {
    title: ['安全生产法律法规', 'Work Safety Law', '労働安全の法令'],
    field: 'safety', subject: 'general', cover: 'cover-default', teacher: '郑伟明',
    about: '《安全生产法》及配套规章的岗位要点。',
    goals: ['说出从业人员的权利和义务', '明确岗位安全责任', '了解事故报告程序'],
    chapters: ['法律体系: v安全生产法解读 | d权利与义务', '责任: v全员安全生产责任制 | d事故报告与调查 | e法规测验'],
  },
  {
    title: ['事故案例分析', 'Accident Case Studies', '災害事例研究'],
    field: 'safety', subject: 'general', cover: 'fire', teacher: '沈文斌',
    about: '用十个真实改编的案例，学会追问“为什么”。',
    goals: ['用时间线还原事故', '用鱼骨图找原因', '提出可检查的改进措施'],
    chapters: ['触电与坠落: v检修触电 | v脚手架坠落', '中毒与火灾: v污水池中毒 | v动火引发火灾', '方法: d事故树入门 | c案例讨论'],
  },
  {
    title: ['隐患排查与风险分级', 'Hazard Inspection and Risk Grading', '危険源の点検とリスク評価'],
    field: 'safety', subject: 'general', cover: 'shield', over: ['双重预防', '分级管控'], teacher: '沈文斌',
    about: '双重预防机制：风险分级管控与隐患排查治理。',
    goals: ['用 LEC 法评价风险', '编制排查清单', '闭环整改'],
    chapters: ['风险分级: v风险辨识 | dLEC 评价法', '隐患排查: v排查清单 | c整改闭环 | e双重预防测验'],
  },
  {
    title: ['5S 与目视化管理', '5S and Visual Management', '5Sと見える化'],
    field: 'management', subject: 'general', cover: 'team', teacher: '郑伟明',
    about: '整理、整顿、清扫、清洁、素养在现场的做法。',
    goals: ['开展红牌作战', '设计定置图', '建立检查评分'],
    chapters: ['5S: v整理与整顿 | v清扫与清洁', '目视化: d标识标准 | v看板管理'],
  },
  {
    title: ['班组长沟通与团队建设', 'Communication for Team Leaders', '班長のコミュニケーション'],
    field: 'management', subject: 'general', cover: 'team', over: ['班组长', '带好一个班'], teacher: '郑伟明',
    about: '布置任务、纠正违章、化解冲突的沟通方法。',
    goals: ['清楚布置任务', '有效纠正违章', '激励组员'],
    chapters: ['沟通: v布置任务五步法 | v倾听与反馈', '团队: v化解冲突 | d绩效面谈 | c情景模拟'],
  },
  {
    title: ['新员工入厂教育', 'Induction for New Employees', '新入社員の入構教育'],
    field: 'safety', subject: 'general', cover: 'onboard', over: ['新员工', '入厂第一课'], teacher: '唐丽华',
    about: '公司级安全教育：企业概况、厂区风险与应急常识。',
    goals: ['认识厂区主要风险', '遵守“十条红线”', '知道应急集合点'],
    chapters: ['认识企业: v走进工厂 | d员工手册', '安全第一课: v十条红线 | v劳动防护用品 | c厂区应急', '考核: e入厂教育测验'],
  },
]
