/** A message as it is written down; newest first. `everybody`: sent to the whole tenant. */
export type MessageRecord = {
  title: string
  content: string
  sender: string
  daysAgo: number
  clock: string
  file?: readonly [name: string, url: string]
  everybody?: true
}

/** The 23 messages of 李明, newest first; the first five are unread. */
export const messageRecords: readonly MessageRecord[] = [
  { title: '您有一场考试正在进行', content: '<p>您好，<strong>低压电工理论考试</strong>正在进行，请合理安排时间参加。</p><p>考试共 30 题，限时 45 分钟，不限次数，取最好成绩。</p>', sender: '考试中心', daysAgo: 1, clock: '17:20' },
  { title: '安全生产月专项计划已下发', content: '<p>请在计划结束前完成<strong>安全生产月专项计划</strong>的学习和考试。</p><ul><li>安全生产法律法规</li><li>事故案例分析</li><li>职业健康与劳动防护</li></ul>', sender: '安全监察部', daysAgo: 1, clock: '09:05', file: ['安全生产月活动方案.pdf', '/train/file/message/safety-month-plan.pdf'], everybody: true },
  { title: '年度技能鉴定已提交，等待批阅', content: '<p>您的<strong>年度技能鉴定</strong>理论部分已提交，实操部分待考评员批阅，成绩公布后将另行通知。</p>', sender: '考试中心', daysAgo: 2, clock: '16:40' },
  { title: '新版客户端发布', content: '<p>移动端 3.6.2 已发布，新增证书验证，修复考试断网后恢复作答的问题，建议尽快升级。</p>', sender: '信息中心', daysAgo: 3, clock: '08:30', everybody: true },
  { title: '班组长研修班课程安排', content: '<p>后天 14:00 在二楼报告厅进行情景模拟，请提前完成“班组长沟通与团队建设”。</p>', sender: '郑伟明', daysAgo: 4, clock: '10:12' },
  { title: '恭喜您获得证书', content: '<p>恭喜您完成<strong>班组长能力提升计划</strong>，证书已发放，可在个人中心—我的证书中查看和下载。</p>', sender: '培训中心', daysAgo: 30, clock: '10:30' },
  { title: '起重机械指挥未通过提醒', content: '<p>您在<strong>起重机械指挥</strong>结业测验中三次均未达到合格分，请联系培训中心安排补训。</p>', sender: '考试中心', daysAgo: 32, clock: '15:00' },
  { title: '学习提醒：请安排好计划的学习', content: '<p>“电工技能提升计划”还有 154 天结束，您已完成部分课程，请合理安排。</p>', sender: '学习助手', daysAgo: 34, clock: '09:00' },
  { title: '实操考试成绩公布', content: '<p><strong>电缆接头制作实操考试</strong>：86 分，合格。评语与测量参数可在考试详情中查看。</p>', sender: '考试中心', daysAgo: 36, clock: '16:12' },
  { title: '大风天气作业提醒', content: '<p>未来三天有六到七级大风，请各班组调整登高和吊装作业时间，固定好现场物料。</p>', sender: '安全监察部', daysAgo: 40, clock: '11:25', everybody: true },
  { title: '您的笔记被收录', content: '<p>您在“用电安全概述”中的笔记被收录到班级优秀笔记，谢谢您的分享。</p>', sender: '周建国', daysAgo: 44, clock: '19:02' },
  { title: '培训调查问卷', content: '<p>请用三分钟告诉我们您希望新增的课程，问卷将用于制定下半年计划。</p>', sender: '培训中心', daysAgo: 50, clock: '10:00', everybody: true },
  { title: '消防安全全员培训已完成', content: '<p>您已完成<strong>消防安全全员培训</strong>，获得 50 积分。</p>', sender: '学习助手', daysAgo: 55, clock: '18:26' },
  { title: '叉车复审理论考试未通过', content: '<p>两次机会均未达到合格分，本次复审不通过，请关注下一批次。</p>', sender: '考试中心', daysAgo: 58, clock: '14:48' },
  { title: '关于补录线下学时的说明', content: '<p>上月线下培训学时已由管理人员补录，请核对。</p>', sender: '培训中心', daysAgo: 68, clock: '09:40', file: ['线下学时补录表.pdf', '/train/file/message/hours-record.pdf'] },
  { title: '低压电工取证班开班通知', content: '<p>您已被编入<strong>低压电工取证班</strong>，班主任周建国、林海涛。</p>', sender: '培训中心', daysAgo: 75, clock: '08:50' },
  { title: '劳动防护用品发放', content: '<p>请于周五前到物资部领取绝缘鞋和安全帽，并在台账签字。</p>', sender: '物资部', daysAgo: 82, clock: '13:30', everybody: true },
  { title: '气体检测仿真考试通过', content: '<p>恭喜您通过<strong>气体检测仿真考试</strong>，成绩 87.5 分。</p>', sender: '考试中心', daysAgo: 70, clock: '15:55' },
  { title: '季度安全考试成绩', content: '<p>您的季度安全考试已通过，可查看作答详情。</p>', sender: '考试中心', daysAgo: 90, clock: '09:10' },
  { title: '师带徒协议提醒', content: '<p>请与师傅周建国共同完成本季度评价。</p>', sender: '人力资源部', daysAgo: 100, clock: '16:20' },
  { title: '账号安全提示', content: '<p>检测到您的账号在新设备登录，如非本人操作请及时修改密码。</p>', sender: '信息中心', daysAgo: 120, clock: '21:14' },
  { title: '入厂教育考试通过', content: '<p>恭喜您通过入厂安全教育考试，可以开始岗位培训。</p>', sender: '考试中心', daysAgo: 200, clock: '11:00' },
  { title: '欢迎使用卓越职业技术培训平台', content: '<p>欢迎加入！请先完善个人资料，再从“新员工入职培训计划”开始学习。</p>', sender: '培训中心', daysAgo: 230, clock: '08:00', everybody: true },
]

/** Messages of the other tenants, to everybody there. */
export const otherMessages: Readonly<Record<number, readonly MessageRecord[]>> = {
  101: [
    { title: '塔机安装期间交通管制', content: '<p>周六 6:00—18:00 一号大门封闭，请从三号门进出。</p>', sender: '安全质量部', daysAgo: 1, clock: '18:00', everybody: true },
    { title: '岗前培训提醒', content: '<p>新进场人员请在三日内完成岗前培训。</p>', sender: '培训部', daysAgo: 7, clock: '09:30', everybody: true },
    { title: '平安工地评比结果', content: '<p>第一项目部获得本月流动红旗。</p>', sender: '集团办公室', daysAgo: 14, clock: '10:00', everybody: true },
  ],
  116: [{ title: '检修期间值班安排', content: '<p>检修期间集控室实行双人值班，请查看值班表。</p>', sender: '发电部', daysAgo: 3, clock: '16:00', everybody: true }],
  143: [
    { title: '期末复习提示', content: '<p>练习中心已开放低压电工题库，建议每天练习 30 题。</p>', sender: '罗秋生', daysAgo: 2, clock: '19:00', everybody: true },
    { title: '实训分组名单', content: '<p>焊工实训分组已公布，请按组别到车间报到。</p>', sender: '实训中心', daysAgo: 10, clock: '08:20', everybody: true },
  ],
}
