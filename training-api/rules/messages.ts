/** The words the server says, letter for letter as section 7 of the contract prints them; the rest is ours in its tone. */
export const messages = {
  // every call
  tokenExpired: '用户凭证已过期',
  forbidden: '权限不足，不允许访问',
  notFound: '请求的内容不存在',
  malformed: '请求内容无法解析',
  tooLarge: '请求内容过大',
  tooOften: '操作太频繁，请稍后再试',
  operationReused: '操作编号已用于另一项操作',
  serverFault: '服务器异常',
  diskFull: '服务器存储空间不足，本次操作没有保存，请稍后再试',
  databaseAway: '服务器暂时无法处理，请稍后再试',
  rangeInvalid: '请求的文件范围不存在',
  invalidField: (field: string) => (field === '' ? '参数不正确' : `参数不正确：${field}`),

  // session
  clientRejected: '客户端信息错误，Basic认证失败',
  captchaMissing: '验证码不能为空',
  loginRejected: '用户名不存在或者密码错误',
  accountLocked: '用户帐号已被锁定',
  accountDisabled: '用户未激活',
  accountExpired: '账号使用期限已到，请联系管理人员',
  tokenMissing: '退出失败，token 为空',

  // account
  selfServiceClosed: '本平台暂未开放此功能，请联系管理人员',
  phoneInvalid: '输入的手机号不合法，请重新输入',
  phoneTaken: '该手机号已被注册，请更换其他手机号码',
  phoneUnknown: '该号码不存在，请先注册或联系管理人员',
  codeInvalid: '验证码不合法',
  codeNotSent: '验证码发送失败，请稍后再试',
  nicknameLength: '长度在 4 到 15 个字符',
  passwordMalformed: '密码不符合规范',
  passwordsDiffer: '两次输入密码不一致!',
  avatarKind: '上传头像图片只能是 JPG或png 格式!',
  avatarSize: '上传头像图片大小不能超过 20MB!',
  avatarFailed: '上传头像失败',

  // outbox of the demo
  outbox: {
    title: '验证码发件箱',
    explanation: '仅演示环境提供：本应发送到手机的验证码，最新的在前。',
    empty: '空空如也',
    columns: ['时间', '租户', '手机号', '用途', '验证码'],
    register: '注册',
    reset: '重置密码',
  },

  // study
  sectionLocked: '该小节尚未解锁',
  packageRefused: '课件包不符合要求，无法打开',
  unlockRefused: '上一小节未通过，无法解锁章节',
  planNotOpen: '计划未开始或计划已过期',
  notBegun: '请先开始学习',
  noPermission: '您无权限学习本课程/计划，详情请咨询管理人员',
  pointsForSection: (points: number) => `小节学习通过，积分 +${points}`,
  pointsForCourse: (points: number) => `课程学习通过，积分 +${points}`,
  pointsForPlan: (points: number) => `计划学习通过，积分 +${points}`,
  pointsForExam: (points: number) => `考试通过，积分 +${points}`,

  // reviews
  courseUnfinished: '您还没有完成课程，不能进行评价',
  planUnfinished: '您还没有完成学习计划，不能进行评价',
  alreadyReviewed: '您已评价，不能修改',
  reviewTooLong: '评价内容不能超过200字',

  // notes
  noteEmpty: '添加笔记不能为空',
  noteTooLong: '笔记内容不能超过200字',

  // exams
  examWindow: '考试未开始或考试已结束',
  examAttemptsUsed: '答题次数已用完',
  examPractical: '实操考试请使用移动端参加',
  paperTooLarge: '试卷内容过大，无法打开，不会占用答题次数，请联系管理人员',
  paperEmpty: '试卷没有题目，无法开始，不会占用答题次数，请联系管理人员',
  examNotBegun: '请先开始学习',
  paperHandedIn: '试卷已提交',
  paperNotHandedIn: '试卷未提交',
  openedElsewhere: '该试卷已在其他窗口打开',
  notOnPaper: '题目不在试卷中',
  notAnOption: '选项不属于该题目',
  tooManyOptions: '该题目只能选择一个选项',
  notInDraw: '题目不在本次练习中',
  questionBeingAnswered: '该题目在您正在作答的试卷中，交卷后才能查看',
  paperBeingAnswered: '您正在作答含有这些题目的试卷，交卷后才能查看答题详情',
  drawBeingAnswered: '这些题目都在您正在作答的试卷中，交卷后才能练习',
  answerFileUnreadable: '答案文件无法识别，请确认没有改动过',
  answerFileForeign: '答案文件不属于您的考试',
  answerFileOpen: '考试仍在接收答案，请回到考试页面继续',
  answerFilesFull: '这份试卷的答案文件已达上限，请联系考试组织单位',
  noSimulationResult: '没有可提交的仿真成绩',

  // simulation
  ticketInvalid: '仿真凭证无效或已过期',
} as const
