import type { Calendar } from './calendar.ts'

/** What learners write with so many stars. */
export const reviewTexts: Readonly<Record<number, readonly string[]>> = {
  5: [
    '案例都是现场真实发生过的，听完就能用到班前会上。', '周老师讲得很清楚，停电验电的顺序终于记牢了。', '视频短小，下班路上就能学完一节。', '仿真很好用，练了三遍就不紧张了。',
    '带徒弟用这门课正合适，讲得比我细。', '图文并茂，表格可以直接打印贴在岗位上。', '考试题目贴近实际，不是死记硬背。', '动画把触电路径讲得一目了然。', '内容更新及时，新规程都有。', '推荐给全班组学习。',
    '讲解有条理，重点都标出来了。', '学完顺利通过了复审考试，感谢老师。', '课件可以断点续学，很方便。', '终于弄懂了星三角启动的原理。',
  ],
  4: [
    '内容不错，希望再增加一些故障案例。', '总体很好，个别视频声音偏小。', '讲得清楚，如果有更多练习就更好了。', '文档部分略长，建议分成两节。', '案例很好，图片清晰度可以再提高。', '节奏合适，适合新员工。', '实用，但手机上看表格有点小。', '仿真操作流畅，提示再明确一些更好。',
  ],
  3: ['基础内容多，老员工可以跳过前两节。', '中规中矩，希望增加互动。', '部分内容与现场设备型号不一致。', '测验有两道题表述容易误解。'],
  2: ['语速偏快，新手跟不上。', '章节顺序有点乱，建议调整。'],
  1: ['视频多次卡顿，影响学习。'],
}

/** What the platform answers to praise, and to criticism. */
export const replyTexts = {
  praise: ['感谢您的认可，我们会继续更新案例。', '谢谢支持，欢迎在班组里推广。', '很高兴对您有帮助，后续还有进阶课程。'],
  criticism: ['谢谢反馈，问题已处理，请刷新后再看。', '建议收到，下一版会拆分文档并增加练习。', '您提到的题目已修订，谢谢指正。', '感谢意见，我们会调整章节顺序和语速。'],
} as const

/** Notes of 李明: section, kind, moment (second or page) and text. */
export const noteRecords: readonly { sectionId: number; kind: 'video' | 'document' | 'other'; resourceId: number; moment: number; text: string; taken: (calendar: Calendar) => Date }[] = [
  { sectionId: 3201, kind: 'video', resourceId: 7001, moment: 12, text: '安全距离：10 kV 及以下不小于 0.7 m。', taken: (calendar) => calendar.daysAgo(3, '19:36') },
  { sectionId: 3201, kind: 'video', resourceId: 7001, moment: 27, text: '跨步电压：双脚并拢跳出去，不要跑。', taken: (calendar) => calendar.daysAgo(3, '19:41') },
  { sectionId: 3201, kind: 'video', resourceId: 7001, moment: 44, text: '脱离电源五字诀：拉、切、挑、拽、垫。', taken: (calendar) => calendar.daysAgo(3, '19:47') },
  { sectionId: 3202, kind: 'document', resourceId: 7002, moment: 2, text: '第 2 页：停电、验电、接地、悬挂标示牌和装设遮栏，四条技术措施。', taken: (calendar) => calendar.minutesAgo(1500) },
  { sectionId: 3202, kind: 'document', resourceId: 7002, moment: 4, text: '第 4 页：接地线先接接地端，后接导体端；拆时相反。', taken: (calendar) => calendar.minutesAgo(1490) },
]
