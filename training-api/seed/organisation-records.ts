/** Classes of tenant 82; the first is 4001. */
export const classRecords: readonly { name: string; teachers: string; members: number }[] = [
  { name: '低压电工取证班', teachers: '周建国、林海涛', members: 36 },
  { name: '班组长研修班', teachers: '郑伟明', members: 28 },
]

/** Learning paths of tenant 82 with nodes and their courses; the first is 2001. */
export const pathRecords: readonly { name: string; introduction: string; nodes: readonly (readonly [name: string, ...courses: number[]])[] }[] = [
  {
    name: '电工成长路径', introduction: '从入厂到高级工：先学会保护自己，再学会操作、检修，最后能独立处理故障。',
    nodes: [['入厂', 3035, 3028], ['用电安全', 3001], ['线路检修', 3008, 3010], ['电动机控制', 3009, 3012], ['电缆工艺', 3011], ['变配电运行', 3007, 3047]],
  },
  {
    name: '焊工成长路径', introduction: '从认识焊接到多工艺、会检验的焊接技师。',
    nodes: [['入门', 3003], ['气割与动火', 3021, 3025], ['二保焊', 3019], ['氩弧焊', 3020], ['焊接检验', 3022]],
  },
  {
    name: '班组长成长路径', introduction: '懂安全、会沟通、善改善的现场管理者。',
    nodes: [['法规与责任', 3030], ['班前会', 3029], ['隐患排查', 3032], ['事故分析', 3031], ['现场 5S', 3033], ['沟通与团队', 3034], ['质量控制', 3048], ['应急指挥', 3026, 3025]],
  },
]

/** Post maps of tenant 82: who has joined besides others, skills and their courses; the first is 2101. */
export const postMapRecords: readonly {
  name: string
  introduction: string
  path: number | null
  joined: boolean
  skills: readonly (readonly [name: string, ...courses: number[]])[]
}[] = [
  { name: '低压电工班长', introduction: '带领检修班完成低压线路与电动机的日常检修。', path: 2001, joined: true, skills: [['线路检修', 3008], ['防雷与接地', 3010], ['电动机维修', 3009], ['班组安全', 3029]] },
  { name: '安全管理工程师', introduction: '组织法规培训、事故分析与现场防护检查。', path: 2003, joined: true, skills: [['法律法规', 3030], ['事故分析', 3031], ['劳动防护', 3028], ['消防管理', 3025]] },
  { name: '变配电值班员', introduction: '负责变配电所的运行监视、倒闸操作和事故处理。', path: 2001, joined: true, skills: [['用电安全', 3001], ['设备与运行', 3007], ['高压综合', 3047], ['应急救护', 3026]] },
  { name: '设备点检工程师', introduction: '制定点检标准，分析设备劣化趋势。', path: null, joined: true, skills: [['点检与润滑', 3036], ['液压与气动', 3018], ['空压机', 3040], ['现场改善', 3033]] },
  { name: '高级焊接技师', introduction: '掌握多种焊接工艺并能指导检验。', path: 2002, joined: false, skills: [['焊接工艺', 3003], ['二保焊', 3019], ['氩弧焊', 3020], ['检验', 3022], ['热切割', 3021]] },
  { name: '叉车与起重作业员', introduction: '厂内运输与吊装的复合岗位。', path: null, joined: false, skills: [['叉车驾驶', 3002], ['起重指挥', 3004], ['吊索具', 3024], ['行车驾驶', 3023]] },
]

/** Tag groups of courses and plans; group n feeds the n-th filter. */
export const tagRecords: readonly {
  kind: 'course' | 'plan'
  title: readonly [zh: string, en: string, ja: string]
  values: readonly (readonly [zh: string, en: string, ja: string])[]
}[] = [
  {
    kind: 'course', title: ['专业方向', 'Field', '専門分野'],
    values: [['电气', 'Electrical', '電気'], ['机械', 'Machinery', '機械'], ['焊接', 'Welding', '溶接'], ['起重运输', 'Lifting', '揚重・運搬'], ['安全', 'Safety', '安全'], ['管理', 'Management', '管理'], ['能源动力', 'Energy', 'エネルギー'], ['建筑', 'Building', '建築']],
  },
  { kind: 'course', title: ['适用岗位', 'For', '対象'], values: [['新员工', 'New employees', '新入社員'], ['操作岗', 'Operators', 'オペレーター'], ['班组长', 'Team leaders', '班長'], ['技术员', 'Technicians', '技術者']] },
  { kind: 'course', title: ['内容形式', 'Format', '形式'], values: [['视频', 'Video', '動画'], ['文档', 'Document', '資料'], ['课件', 'Courseware', '教材'], ['仿真', 'Simulation', 'シミュレーション'], ['含考试', 'With exam', '試験付き']] },
  { kind: 'course', title: ['难度', 'Level', '難易度'], values: [['入门', 'Beginner', '入門'], ['进阶', 'Intermediate', '中級'], ['高级', 'Advanced', '上級']] },
  { kind: 'course', title: ['培训类型', 'Purpose', '研修区分'], values: [['岗前', 'Pre-job', '就業前'], ['取证', 'Certification', '資格取得'], ['复审', 'Renewal', '再審査'], ['提升', 'Development', '能力向上']] },
  { kind: 'plan', title: ['计划类型', 'Type', '種類'], values: [['入职', 'Onboarding', '入社'], ['取证', 'Certification', '資格取得'], ['复审', 'Renewal', '再審査'], ['专项', 'Campaign', '特別'], ['提升', 'Development', '能力向上']] },
  { kind: 'plan', title: ['适用岗位', 'For', '対象'], values: [['全员', 'Everybody', '全員'], ['操作岗', 'Operators', 'オペレーター'], ['班组长', 'Team leaders', '班長']] },
]
