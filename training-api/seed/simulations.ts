import type { SubjectKey } from './courses/outline.ts'
import type { Single, Multiple, Judgement } from './questions/bank.ts'

/** A task of a simulation and the question it leaves in the wrong-question book when it is not scored. */
export type TaskRecord = {
  teachingPoint: string
  task: string
  question: { kind: 'single'; of: Single } | { kind: 'multiple'; of: Multiple } | { kind: 'judgement'; of: Judgement }
}

const single = (...of: Single) => ({ kind: 'single' as const, of })
const multiple = (...of: Multiple) => ({ kind: 'multiple' as const, of })
const judgement = (...of: Judgement) => ({ kind: 'judgement' as const, of })

/** The simulations; the first has id 6001. */
export const simulationRecords: readonly { title: string; subject: SubjectKey; tasks: readonly TaskRecord[] }[] = [
  {
    title: '验电与接地', subject: 'electrical',
    tasks: [
      { teachingPoint: '停电', task: '断开断路器并确认指示', question: single('停电后确认断路器确已断开，应检查', ['指示灯颜色即可', '机械位置指示和实际断口', '值班员口头回答', '电流表读数即可'], 1, '应以机械位置指示和实际断口为准。') },
      { teachingPoint: '停电', task: '拉开隔离开关，形成明显断开点', question: judgement('检修停电必须有明显的断开点。', true, '不能只断开断路器，应拉开隔离开关形成明显断开点。') },
      { teachingPoint: '验电', task: '在有电部位试验验电器', question: single('验电器使用前的第一步是', ['直接在停电设备上验电', '在有电部位试验', '擦拭外壳', '更换电池'], 1, '先确认验电器良好。') },
      { teachingPoint: '验电', task: '逐相验电', question: multiple('三相线路验电应在哪些位置进行', ['A 相', 'B 相', 'C 相', '接地排'], [0, 1, 2], '三相逐相验电。') },
      { teachingPoint: '接地', task: '先接接地端，后接导体端', question: judgement('装设接地线应先接导体端。', false, '先接接地端，后接导体端。') },
      { teachingPoint: '标示', task: '悬挂“禁止合闸，有人工作”标示牌', question: single('标示牌“禁止合闸，有人工作”应悬挂在', ['工作地点入口', '一经合闸即可送电的操作手柄上', '值班室', '变压器外壳'], 1, '悬挂在可能送电的开关操作手柄上。') },
    ],
  },
  {
    title: '倒闸操作', subject: 'electrical',
    tasks: [
      { teachingPoint: '操作票', task: '核对设备名称与编号', question: judgement('倒闸操作前应核对设备名称、编号和位置。', true, '防止走错间隔。') },
      { teachingPoint: '操作票', task: '模拟预演', question: single('操作票填写后，正式操作前应', ['直接操作', '模拟预演', '存档', '交班'], 1, '先在模拟图上预演。') },
      { teachingPoint: '停电操作', task: '断开负荷侧断路器', question: single('停电操作应首先断开', ['隔离开关', '断路器', '接地刀闸', '熔断器'], 1, '先断开断路器切断负荷。') },
      { teachingPoint: '停电操作', task: '拉开负荷侧、电源侧刀闸', question: multiple('停电时拉开刀闸的要求有', ['断路器已断开', '先拉负荷侧', '后拉电源侧', '带负荷快速拉开'], [0, 1, 2], '严禁带负荷拉刀闸。') },
      { teachingPoint: '监护', task: '执行唱票与复诵', question: judgement('倒闸操作由两人执行，一人监护、一人操作。', true, '严格执行唱票、复诵制度。') },
      { teachingPoint: '送电操作', task: '拆除接地线并核对组数', question: single('送电前必须', ['先合断路器', '拆除全部接地线并核对组数', '关闭照明', '打开柜门'], 1, '防止带地线合闸。') },
      { teachingPoint: '送电操作', task: '合电源侧、负荷侧刀闸', question: single('送电时刀闸的合闸顺序为', ['先电源侧后负荷侧', '先负荷侧后电源侧', '任意', '同时'], 0, '先合电源侧，再合负荷侧。') },
      { teachingPoint: '送电操作', task: '合上断路器并检查', question: judgement('断路器合闸后应检查三相电流指示是否正常。', true, '检查表计和位置指示。') },
    ],
  },
  {
    title: '焊接参数设定', subject: 'welding',
    tasks: [
      { teachingPoint: '准备', task: '选择焊条直径', question: single('焊接 3 mm 厚低碳钢板，宜选用的焊条直径为', ['1.0 mm', '2.5～3.2 mm', '5.0 mm', '6.0 mm'], 1, '焊条直径一般不大于板厚。') },
      { teachingPoint: '准备', task: '烘干焊条', question: single('碱性焊条使用前的烘干温度一般为', ['80～100 ℃', '150 ℃', '350～400 ℃', '600 ℃'], 2, '碱性焊条 350～400 ℃ 烘干 1～2 h。') },
      { teachingPoint: '参数', task: '设定焊接电流', question: multiple('选择焊接电流时应考虑', ['焊条直径', '板厚', '焊接位置', '面罩颜色'], [0, 1, 2], '电流与焊条直径、板厚和位置有关。') },
      { teachingPoint: '参数', task: '选择电源极性', question: single('碱性焊条焊接时宜采用', ['直流反接', '直流正接', '交流', '任意'], 0, '直流反接电弧稳定。') },
      { teachingPoint: '操作', task: '控制电弧长度', question: judgement('焊条电弧焊应尽量采用短弧。', true, '短弧可减少气孔和飞溅。') },
      { teachingPoint: '操作', task: '保持焊条角度', question: judgement('平焊时焊条与焊接方向的夹角一般为 60°～80°。', true, '保持合适角度可控制熔渣。') },
      { teachingPoint: '收尾', task: '填满弧坑', question: single('焊缝收尾时应', ['立即抬起焊条', '填满弧坑后再断弧', '浇水冷却', '加大电流'], 1, '防止弧坑裂纹。') },
      { teachingPoint: '收尾', task: '清渣与自检', question: multiple('焊后自检的内容有', ['焊缝尺寸', '咬边', '表面气孔', '母材颜色'], [0, 1, 2], '检查外观质量。') },
    ],
  },
  {
    title: '气体检测操作', subject: 'confinedSpace',
    tasks: [
      { teachingPoint: '准备', task: '检查仪器标定日期', question: judgement('气体检测仪超过标定有效期仍可使用一次。', false, '超过有效期必须重新标定。') },
      { teachingPoint: '准备', task: '在清洁空气中调零', question: single('气体检测仪应在什么环境中调零', ['有限空间内', '清洁空气中', '油库旁', '任意地点'], 1, '调零应在清洁空气中进行。') },
      { teachingPoint: '检测', task: '上、中、下分层取样', question: multiple('有限空间分层检测的位置包括', ['上部', '中部', '下部', '仅井口'], [0, 1, 2], '不同气体会分层聚集。') },
      { teachingPoint: '检测', task: '记录氧含量', question: single('氧含量检测的合格下限是', ['15%', '18%', '19.5%', '23.5%'], 2, '不低于 19.5%。') },
      { teachingPoint: '检测', task: '记录可燃气体浓度', question: single('可燃气体检测的合格值是低于爆炸下限的', ['10%', '30%', '50%', '80%'], 0, '低于 10% LEL。') },
      { teachingPoint: '判断', task: '判断能否进入', question: judgement('只要氧含量合格就可以进入有限空间。', false, '还要可燃、有毒气体合格。') },
      { teachingPoint: '监护', task: '作业中连续监测', question: single('作业过程中的气体检测应', ['不需要', '至少每 2 h 一次或连续监测', '每天一次', '每周一次'], 1, '应连续监测或按规定间隔检测。') },
      { teachingPoint: '监护', task: '设置监护人', question: multiple('监护人应携带', ['通信设备', '检测仪', '救援绳索', '香烟'], [0, 1, 2], '严禁携带火种。') },
    ],
  },
  {
    title: '灭火器操作', subject: 'fire',
    tasks: [
      { teachingPoint: '选择', task: '按火灾类型选择灭火器', question: multiple('扑救电气火灾可选用', ['二氧化碳灭火器', '干粉灭火器', '水基直流水枪', '七氟丙烷'], [0, 1, 3], '直流水枪不可用于带电设备。') },
      { teachingPoint: '选择', task: '检查压力表', question: single('压力表指针应位于', ['红区', '绿区', '黄区', '任意位置'], 1, '绿区为正常。') },
      { teachingPoint: '操作', task: '拔出保险销', question: single('使用灭火器的第二步是', ['按下压把', '拔出保险销', '摇晃瓶体后放下', '拨打电话'], 1, '提、拔、握、压。') },
      { teachingPoint: '操作', task: '站在上风方向', question: judgement('使用灭火器应站在下风方向。', false, '应站在上风方向。') },
      { teachingPoint: '操作', task: '对准火焰根部扫射', question: judgement('喷射时应对准火焰根部左右扫射。', true, '由近及远推进。') },
      { teachingPoint: '善后', task: '确认无复燃', question: single('火焰熄灭后应', ['立即离开', '观察确认无复燃', '浇油测试', '关闭警铃'], 1, '防止复燃。') },
    ],
  },
]
