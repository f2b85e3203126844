import type { CourseOutline, Field, SubjectKey } from './courses/outline.ts'

const trades: readonly (readonly [zh: string, en: string, ja: string, field: Field, subject: SubjectKey, cover: string])[] = [
  ['低压配电', 'Low-Voltage Distribution', '低圧配電', 'electrical', 'electrical', 'electric'], ['电缆线路', 'Cable Lines', 'ケーブル線路', 'electrical', 'electrical', 'cable'],
  ['焊接结构', 'Welded Structures', '溶接構造', 'welding', 'welding', 'welding'], ['厂内运输', 'Plant Transport', '構内運搬', 'lifting', 'forklift', 'forklift'],
  ['吊装作业', 'Lifting Operations', '揚重作業', 'lifting', 'rigging', 'crane'], ['登高作业', 'Work at Height', '高所作業', 'safety', 'heights', 'height'],
  ['密闭空间', 'Confined Spaces', '密閉空間', 'safety', 'confinedSpace', 'confined'], ['消防设施', 'Fire Installations', '消防設備', 'safety', 'fire', 'fire'],
  ['现场急救', 'On-Site First Aid', '現場救急', 'safety', 'firstAid', 'team'], ['机械加工', 'Machining', '機械加工', 'machinery', 'general', 'machine'],
]
const themes: readonly (readonly [zh: string, en: string, ja: string])[] = [
  ['基础知识', 'Fundamentals', '基礎'], ['安全规程', 'Safety Rules', '安全規程'], ['操作实务', 'Practice', '実務'], ['故障诊断', 'Fault Finding', '故障診断'], ['案例分析', 'Case Studies', '事例研究'], ['技能提升', 'Advanced Skills', '技能向上'],
]

/** One of as many further courses as a world shall have; `number` counts from 1. */
export function bulkCourse(number: number): CourseOutline {
  const [zh, en, ja, field, subject, cover] = trades[number % trades.length] as (typeof trades)[number]
  const [themeZh, themeEn, themeJa] = themes[Math.floor(number / trades.length) % themes.length] as (typeof themes)[number]
  return {
    title: [`${zh}${themeZh}（第 ${number} 期）`, `${en}: ${themeEn} (No. ${number})`, `${ja}・${themeJa}（第${number}期）`],
    field, subject, cover, teacher: '培训中心', about: `${zh}方向的${themeZh}课程，由培训中心按期组织。`,
    goals: [`了解${zh}的主要风险`, `掌握${themeZh}的要点`, '通过结业测验'],
    chapters: ['准备: v课程导入 | d学习资料', '学习: v要点讲解 | c互动练习 | v现场示范', '考核: e结业测验'],
  }
}
