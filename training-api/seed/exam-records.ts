import type { SubjectKey, Title } from './courses/outline.ts'

/** An exam as it is written down. Days count from today. */
export type ExamRecord = {
  title: Title
  kind: 'theory' | 'simulation' | 'practical'
  subjects: readonly SubjectKey[]
  subjectName: string
  company: string
  /** How many single, multiple and judgement questions, and what each is worth. */
  counts: readonly [single: number, multiple: number, judgement: number]
  scores: readonly [single: number, multiple: number, judgement: number]
  minutes: number
  attempts: number | null
  pass: number
  window: readonly [startsInDays: number, endsInDays: number]
  matters: string
  forEverybody?: boolean
  simulation?: number
  practical?: { title: string; requirement: string; score: number }
  switchRule?: { kind: 'count' | 'time' | 'both'; count: number; seconds: number }
}

const rules = '<p>考试期间请勿离开页面，切换屏幕会被记录。</p><ul><li>开始后计时不停，请合理安排时间。</li><li>答案自动保存，断网可继续作答，恢复后自动上传。</li><li>到时自动交卷。</li></ul>'
const simulationRules = '<p>考试在仿真系统中进行，完成后返回本页，成绩自动提交。</p><ul><li>请使用电脑浏览器。</li><li>关闭仿真窗口前请确认已提交。</li></ul>'
const practicalRules = '<p>实操考试在实训现场进行，请使用移动端录制并上传视频，由考评员评分。</p>'

type Brief = Pick<ExamRecord, 'title' | 'subjects' | 'subjectName' | 'window'> & Partial<ExamRecord>

/** A theory exam of ten singles, five multiples and five judgements, 100 points, unless told otherwise. */
const theory = (brief: Brief): ExamRecord => ({
  kind: 'theory', company: '东岭电力', counts: [10, 5, 5], scores: [5, 6, 4], minutes: 40, attempts: 3, pass: 60, matters: rules, ...brief,
})

/** The exams of tenant 82 that the checks know by name; the first is 8001. */
export const namedExams: readonly ExamRecord[] = [
  theory({
    title: ['低压电工理论考试', 'Low-Voltage Electrician Theory Exam', '低圧電工理論試験'], subjects: ['electrical'], subjectName: '低压电工', window: [-20, 40],
    counts: [15, 10, 5], scores: [3, 4, 3], minutes: 45, attempts: null, forEverybody: true,
  }),
  theory({
    title: ['安全知识竞赛', 'Safety Knowledge Contest', '安全知識コンテスト'], subjects: ['general', 'fire', 'firstAid'], subjectName: '安全知识', window: [-10, 50],
    minutes: 20, attempts: 1, forEverybody: true, switchRule: { kind: 'both', count: 3, seconds: 60 },
    matters: '<p>竞赛只有一次机会，允许切换屏幕 <strong>3 次</strong>、累计 <strong>60 秒</strong>，任一用尽将自动交卷。</p>',
  }),
  theory({
    title: ['班前速测', 'Pre-Shift Quick Check', '始業前クイックチェック'], subjects: ['general', 'electrical'], subjectName: '班前安全', window: [-30, 180],
    counts: [3, 1, 1], scores: [20, 20, 20], minutes: 1, attempts: null, forEverybody: true, matters: '<p>一分钟五道题，到时自动交卷，可反复练习。</p>',
  }),
  theory({
    title: ['复审理论考试', 'Renewal Theory Exam', '再審査理論試験'], subjects: ['electrical'], subjectName: '特种作业复审', window: [30, 60], attempts: 2, forEverybody: true,
  }),
  theory({
    title: ['年度技能鉴定', 'Annual Skills Assessment', '年次技能検定'], subjects: ['electrical'], subjectName: '技能鉴定', window: [-15, 45], counts: [10, 6, 4], scores: [3, 3, 3], minutes: 60,
    attempts: 1, forEverybody: true,
    practical: { title: '低压配电盘装调', requirement: '<p>60 分钟内完成配电盘接线与通电调试，工艺符合规范。</p>', score: 40 },
    matters: '<p>理论 60 分，实操 40 分，由考评员批阅后公布成绩。</p>',
  }),
  theory({
    title: ['倒闸操作仿真考试', 'Switching Operations Simulation Exam', '開閉操作シミュレーション試験'], kind: 'simulation', subjects: ['electrical'], subjectName: '倒闸操作', window: [-20, 60],
    counts: [0, 0, 0], scores: [0, 0, 0], minutes: 30, attempts: 3, simulation: 6002, forEverybody: true, matters: simulationRules,
  }),
  theory({
    title: ['电缆接头制作实操考试', 'Cable Jointing Practical Exam', 'ケーブル接続実技試験'], kind: 'practical', subjects: ['electrical'], subjectName: '电缆工艺', window: [-60, 60],
    counts: [0, 0, 0], scores: [0, 0, 0], minutes: 45, attempts: 1, matters: practicalRules,
    practical: { title: '10 kV 电缆中间接头制作', requirement: '<p>45 分钟内独立完成，接头无气泡、无漏胶，绝缘电阻不低于 1000 MΩ。</p>', score: 100 },
  }),
]

/** More exams that 李明 may still take; the first is 8011. */
export const availableExams: readonly ExamRecord[] = [
  theory({ title: ['焊接与热切割理论考试', 'Welding and Cutting Theory Exam', '溶接・切断理論試験'], subjects: ['welding', 'fire'], subjectName: '焊接与热切割', window: [-12, 70], company: '东岭重工' }),
  theory({ title: ['叉车司机理论考试', 'Forklift Theory Exam', 'フォークリフト理論試験'], subjects: ['forklift', 'general'], subjectName: '叉车司机', window: [-9, 62], company: '东岭重工' }),
  theory({ title: ['起重指挥理论考试', 'Crane Signalling Theory Exam', 'クレーン合図理論試験'], subjects: ['rigging', 'general'], subjectName: '起重指挥', window: [-9, 55], company: '东岭重工' }),
  theory({ title: ['有限空间作业理论考试', 'Confined Space Theory Exam', '閉鎖空間作業理論試験'], subjects: ['confinedSpace', 'firstAid'], subjectName: '有限空间作业', window: [-8, 48], company: '海川化工' }),
  theory({ title: ['高处作业理论考试', 'Work at Height Theory Exam', '高所作業理論試験'], subjects: ['heights', 'firstAid'], subjectName: '高处作业', window: [-8, 45] }),
  theory({ title: ['消防安全知识考试', 'Fire Safety Exam', '防火知識試験'], subjects: ['fire', 'general'], subjectName: '消防安全', window: [-7, 90], attempts: null }),
  theory({ title: ['应急救护知识考试', 'First Aid Exam', '救急知識試験'], subjects: ['firstAid', 'fire'], subjectName: '应急救护', window: [-7, 84], attempts: null }),
  theory({ title: ['安全生产法规考试', 'Work Safety Law Exam', '労働安全法令試験'], subjects: ['general', 'fire'], subjectName: '法律法规', window: [-6, 30] }),
  theory({ title: ['班组安全管理考试', 'Team Safety Exam', '職場安全管理試験'], subjects: ['general', 'heights'], subjectName: '班组管理', window: [-6, 33], switchRule: { kind: 'count', count: 5, seconds: 0 } }),
  theory({ title: ['变配电运行考试', 'Substation Operation Exam', '変電運転試験'], subjects: ['electrical'], subjectName: '变配电运行', window: [-5, 40], switchRule: { kind: 'time', count: 0, seconds: 90 } }),
  theory({ title: ['电动机控制考试', 'Motor Control Exam', '電動機制御試験'], subjects: ['electrical'], subjectName: '电动机控制', window: [-5, 41] }),
  theory({ title: ['危险化学品知识考试', 'Hazardous Chemicals Exam', '危険化学品試験'], subjects: ['general', 'confinedSpace'], subjectName: '危险化学品', window: [-4, 60], company: '海川化工' }),
  theory({ title: ['焊接参数设定仿真考试', 'Welding Parameters Simulation Exam', '溶接条件シミュレーション試験'], kind: 'simulation', subjects: ['welding'], subjectName: '焊接工艺', window: [-4, 66], company: '东岭重工', counts: [0, 0, 0], scores: [0, 0, 0], simulation: 6003, matters: simulationRules }),
  theory({ title: ['灭火器操作仿真考试', 'Extinguisher Simulation Exam', '消火器シミュレーション試験'], kind: 'simulation', subjects: ['fire'], subjectName: '消防安全', window: [-3, 75], counts: [0, 0, 0], scores: [0, 0, 0], simulation: 6005, matters: simulationRules }),
  theory({ title: ['心肺复苏实操考核', 'CPR Practical Exam', '心肺蘇生実技試験'], kind: 'practical', subjects: ['firstAid'], subjectName: '应急救护', window: [-3, 45], counts: [0, 0, 0], scores: [0, 0, 0], attempts: 2, matters: practicalRules, practical: { title: '成人心肺复苏', requirement: '<p>两分钟内完成五个循环，按压深度与频率合格。</p>', score: 100 } }),
  theory({ title: ['叉车场地驾驶实操考核', 'Forklift Driving Practical Exam', 'フォークリフト実技試験'], kind: 'practical', subjects: ['forklift'], subjectName: '叉车司机', window: [-2, 50], company: '东岭重工', counts: [0, 0, 0], scores: [0, 0, 0], attempts: 2, matters: practicalRules, practical: { title: '场地绕桩与堆垛', requirement: '<p>不碰杆、不压线，货叉高度符合要求。</p>', score: 100 } }),
  theory({ title: ['灭火器使用实操考核', 'Extinguisher Practical Exam', '消火器実技試験'], kind: 'practical', subjects: ['fire'], subjectName: '消防安全', window: [-2, 50], counts: [0, 0, 0], scores: [0, 0, 0], attempts: 2, matters: practicalRules, practical: { title: '油盘火扑救', requirement: '<p>站位正确，30 秒内扑灭。</p>', score: 100 } }),
]

/** Exams that 李明 has passed; the first is 8031. */
export const passedExams: readonly ExamRecord[] = [
  theory({ title: ['入厂安全教育考试', 'Site Induction Exam', '入構安全試験'], subjects: ['general', 'fire'], subjectName: '入厂教育', window: [-300, 200] }),
  theory({ title: ['职业健康知识考试', 'Occupational Health Exam', '労働衛生試験'], subjects: ['general', 'firstAid'], subjectName: '职业健康', window: [-120, 120] }),
  theory({ title: ['季度安全考试', 'Quarterly Safety Exam', '四半期安全試験'], subjects: ['general', 'electrical'], subjectName: '季度安全', window: [-110, -45] }),
  theory({ title: ['机械识图考试', 'Mechanical Drawing Exam', '機械図面試験'], subjects: ['general', 'forklift'], subjectName: '机械基础', window: [-90, 90], company: '东岭重工' }),
  theory({ title: ['气体检测仿真考试', 'Gas Testing Simulation Exam', 'ガス検知シミュレーション試験'], kind: 'simulation', subjects: ['confinedSpace'], subjectName: '有限空间作业', window: [-80, 100], company: '海川化工', counts: [0, 0, 0], scores: [0, 0, 0], simulation: 6004, matters: simulationRules }),
]

/** Exams that 李明 has failed for good; the first is 8036. */
export const failedExams: readonly ExamRecord[] = [
  theory({ title: ['数控编程理论考试', 'CNC Programming Theory Exam', 'NCプログラミング理論試験'], subjects: ['general', 'electrical'], subjectName: '数控技术', window: [-60, 60], attempts: 1, company: '东岭重工' }),
  theory({ title: ['压力容器操作考试', 'Pressure Vessel Exam', '圧力容器試験'], subjects: ['general', 'fire'], subjectName: '压力容器', window: [-70, 30], attempts: 2, company: '海川化工' }),
  theory({ title: ['制冷设备理论考试', 'Refrigeration Theory Exam', '冷凍設備理論試験'], subjects: ['electrical'], subjectName: '制冷设备', window: [-50, 50], attempts: 1, company: '海川化工' }),
  theory({ title: ['光伏运维理论考试', 'Photovoltaics Theory Exam', '太陽光運用理論試験'], subjects: ['electrical'], subjectName: '光伏运维', window: [-40, 40], attempts: 2 }),
]

/** Exams whose window closed before 李明 passed; the first is 8041. */
export const expiredExams: readonly ExamRecord[] = [
  theory({ title: ['消防安全月度测验', 'Monthly Fire Safety Test', '月次防火テスト'], subjects: ['fire'], subjectName: '消防安全', window: [-75, -46], counts: [6, 4, 4], scores: [8, 9, 4] }),
  theory({ title: ['班组安全知识月考', 'Monthly Team Safety Exam', '月次職場安全試験'], subjects: ['general', 'heights'], subjectName: '班组安全', window: [-45, -16] }),
  theory({ title: ['汛期应急知识考试', 'Flood Season Exam', '出水期応急試験'], subjects: ['firstAid', 'electrical'], subjectName: '应急管理', window: [-160, -130] }),
  theory({ title: ['上期复审考试', 'Previous Renewal Exam', '前期再審査試験'], subjects: ['electrical'], subjectName: '特种作业复审', window: [-220, -190] }),
]

/** The exams of the other tenants, for everybody there. */
export const otherExams: Readonly<Record<number, readonly ExamRecord[]>> = {
  101: [
    theory({ title: ['建筑电工理论考试', 'Building Electrician Exam', '建築電工理論試験'], subjects: ['electrical'], subjectName: '建筑电工', window: [-10, 50], company: '碧园建设', forEverybody: true }),
    theory({ title: ['架子工理论考试', 'Scaffolder Exam', '足場作業員理論試験'], subjects: ['heights', 'general'], subjectName: '架子工', window: [-15, 60], company: '碧园建设', forEverybody: true }),
    theory({ title: ['塔机司机理论考试', 'Tower Crane Exam', 'タワークレーン理論試験'], subjects: ['rigging', 'general'], subjectName: '塔机司机', window: [20, 50], company: '碧园装配', forEverybody: true }),
  ],
  116: [
    theory({ title: ['集控值班员上岗考试', 'Control Room Exam', '中央制御室運転員試験'], subjects: ['electrical'], subjectName: '集控运行', window: [-10, 30], company: '瑞盛电厂', forEverybody: true }),
    theory({ title: ['风电登塔安全考试', 'Wind Tower Safety Exam', '風車昇降安全試験'], subjects: ['heights', 'firstAid'], subjectName: '风电安全', window: [-10, 45], company: '瑞盛风电', forEverybody: true }),
  ],
  143: [
    theory({ title: ['电工基础期末考试', 'Electrical Basics Final', '電気基礎期末試験'], subjects: ['electrical'], subjectName: '电工基础', window: [-7, 21], company: '华匠职业学校', forEverybody: true }),
    theory({ title: ['实训安全准入考试', 'Workshop Access Exam', '実習安全認定試験'], subjects: ['general', 'fire'], subjectName: '实训安全', window: [-30, 90], company: '华匠职业学校', attempts: null, forEverybody: true }),
  ],
}
