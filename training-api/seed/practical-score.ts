import type { PracticalComment, PracticalParameter, PracticalScoreRow } from '../db/schema/attempts.ts'
import { need } from './model.ts'

const row = (name: string, description: string, score: number, children: PracticalScoreRow[] = []): PracticalScoreRow => ({ name, description, score, scored: true, children })
const lost = (name: string, description: string, score: number): PracticalScoreRow => ({ name, description, score, scored: false, children: [] })
const said = (...texts: string[]): PracticalComment[] => texts.map((text) => ({ text, videoTime: null }))
const measured = (values: Record<string, string>): PracticalParameter[] => Object.entries(values).map(([name, value]) => ({ name, value }))

/** The share of the points that the reviewer gives. */
export const practicalShare = 0.86

const scaled = (rows: PracticalScoreRow[], worth: number): PracticalScoreRow[] =>
  rows.map(({ score, children, ...rest }) => ({ ...rest, score: Math.round(score * worth) / 100, children: scaled(children, worth) }))

type Review = { reviewerName: string; videoUrl: string | null; scoreRows: PracticalScoreRow[]; comments: PracticalComment[]; parameters: PracticalParameter[] }

/** What the reviewer found in the practical part of that title, worth so many points: 86 of 100. */
export function practicalReview(title: string, worth: number): Review {
  const review = need(practicalReviews, title)
  return { ...review, scoreRows: scaled(review.scoreRows, worth) }
}

/** By the title of what is to be done. There is one film, of a cable joint. */
export const practicalReviews: ReadonlyMap<string, Review> = new Map([
  ['10 kV 电缆中间接头制作', {
    reviewerName: '周老师', videoUrl: '/train/file/video/7301/index.m3u8',
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
    parameters: measured({ '绝缘电阻 (MΩ)': '2500', '连接管压接后直径 (mm)': '24.6', '接头总长 (mm)': '780', 直流电阻比: '1.02', '环境温度 (℃)': '22' }),
  }],
  ['低压配电盘装调', {
    reviewerName: '周老师', videoUrl: null,
    scoreRows: [
      row('识图与备料', '按图核对齐全', 16, [row('元件核对', '型号规格与图纸一致', 8), row('导线选择', '截面与颜色正确', 8), lost('线号管', '漏套一处', 4)]),
      row('安装与接线', '工艺符合规范', 34, [row('元件安装', '横平竖直，间距符合规范', 16), row('端子接线', '压接牢固，一孔一线', 18), lost('走线', '线槽内一处交叉', 5)]),
      row('通电调试', '一次通电成功', 26, [row('绝缘测量', '送电前测量合格', 13), row('功能试验', '起停与互锁动作正确', 13), lost('保护整定', '热继电器整定值偏大', 5)]),
      row('安全与文明', '先验电后作业', 10, [row('停电验电', '挂牌上锁，逐相验电', 5), row('现场清理', '线头与工具收齐', 5)]),
    ],
    comments: said('接线顺序清楚，主回路与控制回路分开走线。', '送电前先测绝缘再合闸，习惯很好。', '热继电器按电动机额定电流整定，不要凭经验放大。'),
    parameters: measured({ '主回路绝缘电阻 (MΩ)': '500', '保护导体电阻 (Ω)': '0.06', '控制回路电压 (V)': '221', '热继电器整定电流 (A)': '6.8', '装调用时 (min)': '28' }),
  }],
  ['成人心肺复苏', {
    reviewerName: '唐老师', videoUrl: null,
    scoreRows: [
      row('评估与呼救', '先确认现场安全', 16, [row('判断意识', '轻拍双肩，大声呼唤', 8), row('呼救', '指定专人拨打 120、取 AED', 8), lost('判断呼吸', '观察不足 5 秒', 4)]),
      row('胸外按压', '深度与频率合格', 40, [row('按压位置', '胸骨下半段', 14), row('按压深度', '5 至 6 cm', 14), row('按压频率', '每分钟 100 至 120 次', 12), lost('胸廓回弹', '两次未完全回弹', 5)]),
      row('人工呼吸', '按压与通气 30:2', 20, [row('开放气道', '仰头抬颏到位', 10), row('吹气', '胸廓可见起伏', 10), lost('吹气时间', '一次超过 1 秒', 5)]),
      row('复评与交接', '五个循环后复评', 10, [row('复评', '脉搏与呼吸同时判断', 5), row('恢复体位', '侧卧，保持气道通畅', 5)]),
    ],
    comments: said('按压节奏稳定，双臂伸直、肩在掌根正上方。', '每次按压后要让胸廓充分回弹，手掌不离开胸壁。', '吹气量合适，动作再快一点，按压中断会更短。'),
    parameters: measured({ '平均按压深度 (cm)': '5.4', '平均按压频率 (次/分)': '112', '回弹合格率 (%)': '93', '按压最长中断 (s)': '8', '五个循环用时 (s)': '118' }),
  }],
  ['场地绕桩与堆垛', {
    reviewerName: '韩老师', videoUrl: null,
    scoreRows: [
      row('出车检查', '逐项检查并记录', 18, [row('轮胎与液位', '气压正常，无渗漏', 9), row('货叉与链条', '无裂纹，松紧一致', 9), lost('灯光与喇叭', '漏试倒车灯', 4)]),
      row('绕桩行驶', '不碰杆、不压线', 30, [row('前进绕桩', '转向平顺', 15), row('倒车绕桩', '回头观察，速度均匀', 15), lost('车速控制', '出弯一次偏快', 5)]),
      row('叉取与堆垛', '货物平稳，对位准确', 28, [row('货叉高度', '行驶时离地 20 至 30 cm', 14), row('堆垛对位', '上下层对齐', 14), lost('门架后倾', '起步前后倾不足', 5)]),
      row('停车与安全', '停在指定区域', 10, [row('停车落叉', '货叉平放地面，拉手刹', 5), row('个人防护', '系安全带，戴安全帽', 5)]),
    ],
    comments: said('绕桩路线选得准，倒车时始终回头观察。', '出弯再加速，货物才不会晃动。', '堆垛对位一次完成，起步前记得门架后倾到位。'),
    parameters: measured({ '场地用时 (s)': '286', 碰杆次数: '0', 压线次数: '0', '行驶时货叉离地 (cm)': '25', '堆垛最大错位 (mm)': '18' }),
  }],
  ['油盘火扑救', {
    reviewerName: '唐老师', videoUrl: null,
    scoreRows: [
      row('检查与准备', '器材选用正确', 20, [row('压力与铅封', '指针在绿区，铅封完好', 10), row('灭火器选择', '选用干粉灭火器', 10), lost('喷管', '未查看喷嘴', 4)]),
      row('站位与接近', '从上风方向接近', 26, [row('站位', '上风侧，退路畅通', 14), row('起喷距离', '距油盘约 3 m', 12), lost('姿势', '接近时重心偏高', 5)]),
      row('喷射与扑救', '30 秒内扑灭', 30, [row('喷射位置', '对准火焰根部，左右扫射', 16), row('推进', '边喷边向前，不留火头', 14), lost('油面', '一次直冲油面', 5)]),
      row('收尾', '确认无复燃', 10, [row('观察', '面向火场后退', 5), row('器材归位', '用过的灭火器单独放置', 5)]),
    ],
    comments: said('站位正确，拔销、握管、压把动作连贯。', '喷射要贴着火焰根部扫，直冲油面会溅油。', '扑灭后继续观察，没有急着转身，很好。'),
    parameters: measured({ '扑灭用时 (s)': '21', '起喷距离 (m)': '3.0', '现场风速 (m/s)': '1.6', '灭火器压力 (MPa)': '1.2', 复燃次数: '0' }),
  }],
])
