/** The words the server says, letter for letter as section 7 of the contract prints them; the rest is ours in its tone. */
export const messages = {
  // every call
  tokenExpired: '用户凭证已过期',
  forbidden: '权限不足，不允许访问',
  notFound: '请求的内容不存在',
  malformed: '请求内容无法解析',
  invalidField: (field: string) => (field === '' ? '参数不正确' : `参数不正确：${field}`),

  // study
  sectionLocked: '该小节尚未解锁',
  unlockRefused: '上一小节未通过，无法解锁章节',
  planNotOpen: '计划未开始或计划已过期',
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

  // simulation
  ticketInvalid: '仿真凭证无效或已过期',
} as const
