import type { PracticalComment, PracticalParameter, PracticalScoreRow } from '../db/schema/attempts.ts'

const row = (name: string, description: string, score: number, children: PracticalScoreRow[] = []): PracticalScoreRow => ({ name, description, score, scored: true, children })
const lost = (name: string, description: string, score: number): PracticalScoreRow => ({ name, description, score, scored: false, children: [] })

/** The share of the points that the reviewer gives. */
export const practicalShare = 0.86

const scaled = (rows: PracticalScoreRow[], worth: number): PracticalScoreRow[] =>
  rows.map(({ score, children, ...rest }) => ({ ...rest, score: Math.round(score * worth) / 100, children: scaled(children, worth) }))

/** What the reviewer found in a practical part worth so many points: 86 of 100. */
export function practicalReview(worth: number): { scoreRows: PracticalScoreRow[]; comments: PracticalComment[]; parameters: PracticalParameter[] } {
  return { ...review, scoreRows: scaled(review.scoreRows, worth) }
}

const review = {
  scoreRows: [
    row('剥切', '尺寸符合工艺', 30, [row('外护套', '无损伤', 15), row('半导电层', '断口平齐', 15)]),
    row('压接', '压接顺序与模具正确', 26, [row('连接管', '压痕均匀', 14), row('打磨与清洁', '无毛刺', 12), lost('压接尺寸', '一处偏差超过 2 mm', 4)]),
    row('绝缘恢复', '冷缩管定位准确', 20, [row('应力管搭接', '搭接 20 mm', 10), row('防水带', '半叠绕两层', 10), lost('填充胶', '一处不饱满', 5)]),
    row('安全与文明', '工器具归位，防护到位', 10, [row('个人防护', '手套、护目镜佩戴齐全', 5), row('现场清理', '废料分类', 5), lost('工具摆放', '刀具未入鞘', 5)]),
  ],
  comments: [
    { text: '压接顺序正确，从中间向两端。', videoTime: '00:00:09' },
    { text: '半导电层断口处理很好，打磨方向一致。', videoTime: '00:00:04' },
    { text: '填充胶略少，注意排气后再收缩。', videoTime: '00:00:15' },
    { text: '整体工艺熟练，注意刀具安全。', videoTime: null },
  ],
  parameters: [
    { name: '绝缘电阻 (MΩ)', value: '2500' },
    { name: '连接管压接后直径 (mm)', value: '24.6' },
    { name: '接头总长 (mm)', value: '780' },
    { name: '直流电阻比', value: '1.02' },
    { name: '环境温度 (℃)', value: '22' },
  ],
} satisfies ReturnType<typeof practicalReview>
