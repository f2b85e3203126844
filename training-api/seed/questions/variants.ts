import type { Random } from '../random.ts'

/** A question made from a pattern and figures. */
export type Variant = {
  kind: 'single' | 'multiple' | 'judgement'
  text: string
  options: readonly string[]
  right: readonly number[]
  analysis: string
}

type Family = (random: Random) => Variant

const judged = (text: string, right: boolean, analysis: string): Variant => ({
  kind: 'judgement', text, options: ['正确', '错误'], right: [right ? 0 : 1], analysis,
})

/** One right figure among wrong ones, in a random place. */
function figures(random: Random, text: string, right: string, wrong: readonly string[], analysis: string): Variant {
  const others = [...new Set(wrong.filter((option) => option !== right))].slice(0, 3)
  const options = random.shuffle([right, ...others])
  return { kind: 'single', text, options, right: [options.indexOf(right)], analysis }
}

const figure = (value: number) => String(Math.round(value * 100) / 100)

const electricalFamilies: readonly Family[] = [
  (random) => {
    const [u, r] = [random.pick([12, 24, 36, 110, 220]), random.whole(5, 60)]
    const current = (value: number) => `${figure(value)} A`
    return figures(random, `电阻 ${r} Ω 接在 ${u} V 电源上，通过它的电流是`, current(u / r),
      [current(u * r), current(r / u), current((u / r) * 2), current(u / r / 2)], `由欧姆定律 I = U / R = ${u} / ${r} ≈ ${figure(u / r)} A。`)
  },
  (random) => {
    const watts = random.whole(3, 44) * 100
    const current = (value: number) => `${figure(value)} A`
    return figures(random, `一台额定功率 ${watts} W 的单相电热设备接在 220 V 电源上，额定电流约为`, current(watts / 220),
      [current(watts / 380), current(watts / 110), current(watts / 36)], `纯电阻负载 I = P / U = ${watts} / 220 ≈ ${figure(watts / 220)} A。`)
  },
  (random) => {
    const [kilowatts, hours] = [random.whole(2, 30) / 2, random.whole(2, 12)]
    const energy = (value: number) => `${figure(value)} kWh`
    return figures(random, `一台 ${kilowatts} kW 的设备连续运行 ${hours} h，消耗的电能是`, energy(kilowatts * hours),
      [energy(kilowatts + hours), energy(kilowatts * hours * 3.6), energy(hours / kilowatts)], `W = P × t = ${kilowatts} × ${hours} = ${figure(kilowatts * hours)} kWh。`)
  },
  (random) => {
    const [a, b] = [random.whole(2, 40), random.whole(2, 40)]
    const ohms = (value: number) => `${figure(value)} Ω`
    return figures(random, `${a} Ω 与 ${b} Ω 两个电阻并联，等效电阻约为`, ohms((a * b) / (a + b)),
      [ohms(a + b), ohms((a + b) / 2), ohms(a * b)], `R = R1 × R2 / (R1 + R2) ≈ ${figure((a * b) / (a + b))} Ω。`)
  },
  (random) => {
    const [ratio, amperes] = [random.pick([10, 15, 20, 30, 40, 60, 80]), random.whole(4, 49) / 10]
    const current = (value: number) => `${figure(value)} A`
    return figures(random, `变比为 ${ratio * 5}/5 的电流互感器，二次侧电流表读数为 ${amperes} A，一次侧电流是`, current(ratio * amperes),
      [current(amperes), current(ratio * 5 * amperes), current(amperes / ratio), current(ratio * 5)], `一次电流 = 变比 ${ratio} × ${amperes} = ${figure(ratio * amperes)} A。`)
  },
  (random) => {
    const readings = Array.from({ length: 4 }, () => random.pick([0.02, 0.1, 0.3, 0.45, 0.5, 0.8, 2, 5, 20, 50]))
    if (readings.filter((value) => value >= 0.5).length < 2) readings.splice(0, 2, 0.8, random.whole(3, 90))
    const right = readings.flatMap((value, index) => (value >= 0.5 ? [index] : []))
    return {
      kind: 'multiple',
      text: `用 500 V 兆欧表测得四条低压回路的绝缘电阻，符合“不低于 0.5 MΩ”要求的有（${readings.map((value) => `${value} MΩ`).join('、')}）`,
      options: readings.map((value, index) => `第 ${index + 1} 路：${value} MΩ`),
      right,
      analysis: '测量值不低于 0.5 MΩ 的回路合格，其余应查明原因后方可送电。',
    }
  },
  (random) => {
    const milliamperes = random.pick([6, 10, 15, 30, 50, 75, 100, 300])
    const seconds = random.pick([0.1, 0.2, 0.3, 0.5])
    return judged(`额定动作电流 ${milliamperes} mA、动作时间 ${seconds} s 的剩余电流动作保护器，可用于开关箱作直接接触的补充防护。`,
      milliamperes <= 30 && seconds <= 0.1, '开关箱内的漏电保护器额定动作电流不应大于 30 mA，动作时间不应大于 0.1 s。')
  },
]

const safetyFamilies: readonly Family[] = [
  (random) => {
    const oxygen = random.whole(170, 245) / 10
    const lel = random.whole(0, 24)
    return judged(`有限空间内测得氧含量 ${oxygen}%、可燃气体 ${lel}% LEL，有毒气体未检出，可以准许进入。`,
      oxygen >= 19.5 && oxygen <= 23.5 && lel < 10, '氧含量应为 19.5%～23.5%，可燃气体浓度应低于爆炸下限的 10%。')
  },
  (random) => {
    const [between, flame] = [random.whole(2, 12), random.whole(4, 18)]
    return judged(`氧气瓶与乙炔瓶相距 ${between} m，两瓶与动火点均相距 ${flame} m，符合安全距离要求。`,
      between >= 5 && flame >= 10, '两瓶间距不小于 5 m，与动火点不小于 10 m。')
  },
  (random) => {
    const height = random.whole(5, 24) / 2
    const metres = (value: number) => `${figure(value)} m`
    return figures(random, `直梯靠墙，顶端支点高 ${height} m，按 4:1 的要求，梯脚与墙的水平距离应约为`, metres(height / 4),
      [metres(height / 2), metres(height / 8), metres(height)], `高与底距之比约 4:1，${height} ÷ 4 ≈ ${figure(height / 4)} m。`)
  },
  (random) => {
    const [allowed, load] = [random.whole(10, 45) / 10, random.whole(8, 48) / 10]
    return judged(`载荷曲线在该载荷中心距处允许起重 ${allowed} t，货物质量 ${load} t，可以起升。`, load <= allowed,
      '货物质量不得超过载荷曲线在相应中心距处的允许值。')
  },
  (random) => {
    const readings = Array.from({ length: 4 }, () => random.whole(160, 250) / 10)
    readings[random.whole(0, 1)] = 20.9
    readings[3] = random.pick([20.2, 20.6, 21.1])
    const right = readings.flatMap((value, index) => (value >= 19.5 && value <= 23.5 ? [index] : []))
    return {
      kind: 'multiple',
      text: `四个地下井的氧含量检测值为 ${readings.map((value) => `${value}%`).join('、')}，氧含量合格的有`,
      options: readings.map((value, index) => `${index + 1} 号井：${value}%`),
      right,
      analysis: '氧含量合格范围为 19.5%～23.5%。',
    }
  },
  (random) => {
    const [weight, angle] = [random.whole(4, 60) / 2, random.pick([60, 90, 120])]
    const tension = weight / 2 / Math.cos((angle / 360) * Math.PI)
    const tons = (value: number) => `${figure(value)} t`
    return figures(random, `用两根等长吊索吊运 ${weight} t 的重物，吊索间夹角 ${angle}°，每根吊索的拉力约为`, tons(tension),
      [tons(weight / 2), tons(weight), tons(weight / 4), tons(weight * 2)].filter((option) => option !== tons(tension)),
      `每根拉力 = G / (2 × cos(${angle / 2}°)) ≈ ${figure(tension)} t，夹角越大受力越大。`)
  },
]

/** So many different questions of one family of subjects, the same ones for the same stream. */
export function variantsOf(what: 'electrical' | 'safety', count: number, random: Random): Variant[] {
  const families = what === 'electrical' ? electricalFamilies : safetyFamilies
  const seen = new Set<string>()
  const variants: Variant[] = []
  for (let turn = 0; variants.length < count; turn += 1) {
    const variant = (families[turn % families.length] as Family)(random)
    if (seen.has(variant.text) || new Set(variant.options).size !== variant.options.length) continue
    if (variant.kind === 'single' && variant.options.length < 4) continue
    seen.add(variant.text)
    variants.push(variant)
  }
  return variants
}
