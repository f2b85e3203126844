import type { CourseOutline } from './outline.ts'

/** The courses of tenant 101, building trades. */
export const buildingCourses: readonly CourseOutline[] = [
  {
    title: ['塔式起重机司机实训', 'Tower Crane Operator Training', 'タワークレーン運転実習'],
    field: 'lifting', subject: 'rigging', cover: 'crane', over: ['塔机司机', '实训课程'], teacher: '冯国栋',
    about: '塔式起重机的安全装置、操作要领和交接班检查。',
    goals: ['检查力矩限制器', '规范操作', '处置群塔作业'],
    chapters: ['设备: v塔机的构造 | d安全装置', '操作: v起升与回转 | c群塔作业', '考核: e塔机测验'],
  },
  {
    title: ['施工现场临时用电', 'Temporary Power on Building Sites', '仮設電気設備'],
    field: 'electrical', subject: 'electrical', cover: 'electric', over: ['临时用电', '三级配电两级保护'], teacher: '冯国栋',
    about: '三级配电、两级保护在工地的落实。',
    goals: ['识读临电方案', '检查配电箱', '查找漏电'],
    chapters: ['方案: v三级配电 | d临电组织设计', '检查: v配电箱检查 | s验电与接地', '考核: e临时用电测验'],
  },
  {
    title: ['脚手架工取证培训', 'Scaffolder Certification', '足場作業員講習'],
    field: 'building', subject: 'heights', cover: 'height', teacher: '贺建平',
    about: '建筑架子工取证课程。',
    goals: ['搭设与拆除', '连墙件设置', '验收挂牌'],
    chapters: ['搭设: v立杆与横杆 | v连墙件', '验收: d验收标准 | e架子工测验'],
  },
  {
    title: ['模板支撑与混凝土浇筑', 'Formwork and Concreting', '型枠支保工とコンクリート打設'],
    field: 'building', subject: 'general', cover: 'team', teacher: '贺建平',
    about: '高支模的搭设、监测与浇筑顺序。',
    goals: ['看懂专项方案', '监测沉降', '按顺序浇筑'],
    chapters: ['支撑: v高支模搭设 | d专项方案', '浇筑: v布料与振捣 | v养护'],
  },
  {
    title: ['基坑与边坡安全', 'Excavation and Slope Safety', '掘削と法面の安全'],
    field: 'building', subject: 'general', cover: 'confined', teacher: '贺建平',
    about: '基坑支护、降水与坍塌预防。',
    goals: ['识别坍塌征兆', '读懂监测数据', '组织撤离'],
    chapters: ['支护: v支护形式 | d监测报告', '应急: v坍塌预防 | c撤离演练'],
  },
  {
    title: ['工地消防与动火管理', 'Site Fire Protection and Hot Work', '現場の防火と火気管理'],
    field: 'safety', subject: 'fire', cover: 'fire', over: ['动火管理', '一票一人一器材'], teacher: '唐丽华',
    about: '动火审批、看火与灭火器材配置。',
    goals: ['办理动火证', '履行看火职责', '扑救初起火灾'],
    chapters: ['动火: v动火分级 | d动火证', '扑救: v灭火器的使用 | e工地消防测验'],
  },
  {
    title: ['建筑工人入场三级教育', 'Site Induction for Workers', '新規入場者教育'],
    field: 'safety', subject: 'general', cover: 'onboard', over: ['入场教育', '平安回家'], teacher: '唐丽华',
    about: '公司、项目、班组三级安全教育。',
    goals: ['认识五大伤害', '佩戴三宝', '遵守红线'],
    chapters: ['公司级: v企业与规章', '项目级: v五大伤害 | d现场平面图', '班组级: v岗位风险 | e三级教育测验'],
  },
  {
    title: ['装配式构件吊装', 'Lifting Precast Elements', 'プレキャスト部材の揚重'],
    field: 'lifting', subject: 'rigging', cover: 'crane', teacher: '冯国栋',
    about: '预制构件的卸车、吊装与临时固定。',
    goals: ['选择吊点', '校正与固定', '灌浆前检查'],
    chapters: ['准备: v吊具选择 | d吊装方案', '吊装: v就位与校正 | c临时支撑'],
  },
]

/** The courses of tenant 116, energy. */
export const energyCourses: readonly CourseOutline[] = [
  {
    title: ['风电场安全规程', 'Wind Farm Safety Rules', '風力発電所の安全規程'],
    field: 'energy', subject: 'heights', cover: 'height', over: ['风电场', '登塔前的十分钟'], teacher: '曹云飞',
    about: '登塔、机舱与叶轮作业的风险与防护。',
    goals: ['正确登塔', '使用逃生装置', '执行锁定'],
    chapters: ['登塔: v攀爬与防坠 | d登塔检查表', '机舱: v锁定与挂牌 | c逃生装置', '考核: e风电安全测验'],
  },
  {
    title: ['输煤皮带机运行', 'Coal Conveyor Operation', '石炭コンベヤの運転'],
    field: 'energy', subject: 'general', cover: 'machine', teacher: '曹云飞',
    about: '皮带机的启停、跑偏与拉绳保护。',
    goals: ['正确启停', '处理跑偏', '落实停机挂牌'],
    chapters: ['运行: v启停操作 | d巡检路线', '故障: v跑偏与打滑 | v拉绳保护'],
  },
  {
    title: ['天然气场站操作', 'Gas Station Operation', '天然ガス基地の操作'],
    field: 'energy', subject: 'fire', cover: 'confined', over: ['天然气场站', '防火防爆'], teacher: '聂俊',
    about: '场站工艺、泄漏检测与防火防爆。',
    goals: ['识读工艺流程', '检测泄漏', '防静电'],
    chapters: ['工艺: v场站流程 | d工艺流程图', '安全: v泄漏检测 | v防静电 | e场站测验'],
  },
  {
    title: ['汽轮机巡检', 'Steam Turbine Rounds', '蒸気タービンの巡回点検'],
    field: 'energy', subject: 'general', cover: 'machine', teacher: '聂俊',
    about: '汽轮机主辅机的巡检要点和参数判断。',
    goals: ['识别异常振动', '判断油温油压', '填写巡检记录'],
    chapters: ['主机: v结构与参数 | v振动', '辅机: v油系统 | d巡检记录'],
  },
  {
    title: ['高压电气试验', 'High-Voltage Testing', '高圧電気試験'],
    field: 'electrical', subject: 'electrical', cover: 'electric', over: ['高压试验', '围好每一根线'], teacher: '聂俊',
    about: '绝缘、耐压与局放试验的接线和安全措施。',
    goals: ['布置试验区', '完成接线', '判断结果'],
    chapters: ['准备: v试验区布置 | d安全措施', '试验: v绝缘电阻 | v交流耐压 | e高压试验测验'],
  },
  {
    title: ['脱硫脱硝运行', 'Desulphurisation and Denitration', '脱硫・脱硝の運転'],
    field: 'energy', subject: 'general', cover: 'confined', teacher: '曹云飞',
    about: '环保设施的运行调整与危险品防护。',
    goals: ['调整浆液', '防护氨与酸碱', '达标排放'],
    chapters: ['脱硫: v吸收塔 | d浆液指标', '脱硝: v喷氨调整 | v氨区安全'],
  },
]

/** The courses of tenant 143, a vocational school. */
export const schoolCourses: readonly CourseOutline[] = [
  {
    title: ['电工技术基础', 'Fundamentals of Electrical Engineering', '電気工学の基礎'],
    field: 'electrical', subject: 'electrical', cover: 'electric', over: ['电工技术', '从欧姆定律开始'], teacher: '罗秋生',
    about: '直流电路、正弦交流电路与安全用电。',
    goals: ['分析简单电路', '测量电压电流', '安全用电'],
    chapters: ['直流电路: v欧姆定律 | d习题册', '交流电路: v正弦量 | c三相电路', '考核: e期中测验'],
  },
  {
    title: ['焊工实训（一）', 'Welding Practice I', '溶接実習Ⅰ'],
    field: 'welding', subject: 'welding', cover: 'welding', teacher: '罗秋生',
    about: '平敷焊与 T 形接头实训。',
    goals: ['引弧稳定', '焊道成形', '安全着装'],
    chapters: ['平敷焊: v引弧练习 | v运条', '接头: vT 形接头 | e实训测验'],
  },
  {
    title: ['机械制图', 'Mechanical Drawing', '機械製図'],
    field: 'machinery', subject: 'general', cover: 'machine', over: ['机械制图', '把零件画明白'], teacher: '秦雨',
    about: '国家标准、投影法与零件图绘制。',
    goals: ['掌握制图标准', '绘制三视图', '标注尺寸'],
    chapters: ['标准: d图幅与图线 | v投影法', '零件图: v轴类零件 | c尺寸标注'],
  },
  {
    title: ['实训安全教育', 'Workshop Safety Induction', '実習安全教育'],
    field: 'safety', subject: 'general', cover: 'onboard', over: ['实训安全', '进车间之前'], teacher: '秦雨',
    about: '进入实训车间前的必修课。',
    goals: ['遵守车间规定', '使用急停', '报告险情'],
    chapters: ['规定: v车间十不准 | d学生守则', '应急: v急停与疏散 | e安全教育测验'],
  },
  {
    title: ['数控车削入门', 'Introduction to CNC Turning', 'NC旋削入門'],
    field: 'machinery', subject: 'general', cover: 'machine', teacher: '秦雨',
    about: '数控车床面板、对刀与简单轴加工。',
    goals: ['操作面板', '完成对刀', '加工阶梯轴'],
    chapters: ['面板: v面板与方式 | d指令表', '加工: v对刀 | v阶梯轴'],
  },
]
