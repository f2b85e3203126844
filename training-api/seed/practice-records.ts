import type { SubjectKey, Title } from './courses/outline.ts'

/** Categories of the exercise centre, parents before children; 0 is the top. */
export const categoryRecords: readonly { id: number; parent: number; title: Title; subjects: readonly (SubjectKey | 'empty')[] }[] = [
  { id: 701, parent: 0, title: ['电气类', 'Electrical', '電気'], subjects: [] },
  { id: 702, parent: 0, title: ['机械类', 'Machinery', '機械'], subjects: [] },
  { id: 703, parent: 0, title: ['安全类', 'Safety', '安全'], subjects: [] },
  { id: 704, parent: 0, title: ['信息类', 'Information technology', '情報'], subjects: [] },
  { id: 705, parent: 701, title: ['强电', 'Power', '強電'], subjects: [] },
  { id: 706, parent: 701, title: ['弱电', 'Low current', '弱電'], subjects: [] },
  { id: 707, parent: 702, title: ['焊接', 'Welding', '溶接'], subjects: ['welding'] },
  { id: 708, parent: 702, title: ['起重运输', 'Lifting', '揚重'], subjects: ['rigging'] },
  { id: 709, parent: 703, title: ['登高', 'Heights', '高所'], subjects: ['heights'] },
  { id: 710, parent: 703, title: ['应急', 'Emergency', '応急'], subjects: [] },
  { id: 711, parent: 705, title: ['低压', 'Low voltage', '低圧'], subjects: [] },
  { id: 712, parent: 705, title: ['高压', 'High voltage', '高圧'], subjects: ['empty'] },
  { id: 713, parent: 711, title: ['特种作业', 'Special operations', '特殊作業'], subjects: [] },
  { id: 714, parent: 711, title: ['职业技能', 'Vocational skills', '職業技能'], subjects: [] },
  { id: 715, parent: 713, title: ['初次取证', 'First licence', '新規取得'], subjects: ['electrical'] },
  { id: 716, parent: 713, title: ['复审', 'Renewal', '再審査'], subjects: [] },
]

/** Labels of the first subject; weights say how its questions spread, 0 leaves a label without questions. */
export const labelRecords: readonly { title: Title; values: readonly { title: Title; weight: number }[] }[] = [
  {
    title: ['知识点', 'Topic', '分野'],
    values: [
      { title: ['触电防护', 'Shock protection', '感電防止'], weight: 3 }, { title: ['电路计算', 'Circuit calculation', '回路計算'], weight: 3 },
      { title: ['停送电操作', 'Switching', '開閉操作'], weight: 3 }, { title: ['仪表与测量', 'Instruments', '計器と測定'], weight: 3 },
    ],
  },
  { title: ['难度', 'Difficulty', '難易度'], values: [{ title: ['容易', 'Easy', 'やさしい'], weight: 4 }, { title: ['中等', 'Medium', '普通'], weight: 5 }, { title: ['较难', 'Hard', '難しい'], weight: 1.2 }] },
  {
    title: ['题源', 'Source', '出典'],
    values: [
      { title: ['教材', 'Textbook', '教科書'], weight: 5 }, { title: ['历年真题', 'Past papers', '過去問'], weight: 4 },
      { title: ['模拟题', 'Mock papers', '模擬問題'], weight: 1 }, { title: ['企业题库', 'Company bank', '企業問題'], weight: 0 },
    ],
  },
  { title: ['等级', 'Grade', '等級'], values: [{ title: ['初级工', 'Junior', '初級'], weight: 5 }, { title: ['中级工', 'Intermediate', '中級'], weight: 4 }, { title: ['高级工', 'Senior', '上級'], weight: 1 }] },
  { title: ['适用工种', 'Trade', '職種'], values: [{ title: ['维修电工', 'Maintenance', '保全電工'], weight: 5 }, { title: ['安装电工', 'Installation', '施工電工'], weight: 5 }] },
]
