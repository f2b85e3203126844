// What the page says, and the procedures it knows. The Chinese names of points and tasks are also what is reported, in
// whatever language the page is shown: the platform finds its questions by them.

export const sentences = {
  zh: {
    kind: '仿真操作',
    task: '把下面的步骤排成正确的顺序。可以拖动，也可以用按钮或者方向键移动。',
    up: '上移', down: '下移', handle: '第 {at} 步，共 {count} 步：{step}。按上下方向键移动。',
    moved: '“{step}”移到第 {at} 步',
    finish: '完成操作', time: '用时',
    score: '{score} 分', right: '正确', wrong: '顺序不对', shouldBe: '应为第 {at} 步',
    perfect: '全部正确，操作安全。', good: '大部分正确，看看错在哪里。', poor: '这样操作有危险，请对照正确的顺序再学一遍。',
    sending: '正在把成绩送回学习平台……', sent: '成绩已送回学习平台，可以回到学习页面。',
    failed: '成绩没有送到学习平台，请检查网络后重试。', refused: '学习平台没有接受这个成绩：本次入场凭证已经用过或者已过期。请从学习页面重新打开仿真。',
    unconnected: '这是练习：页面不是从学习平台打开的，成绩不会记录。',
    retry: '重新发送', close: '关闭窗口', again: '再做一次',
  },
  en: {
    kind: 'Simulation',
    task: 'Put the steps into the right order. Drag them, or move them with the buttons or the arrow keys.',
    up: 'Move up', down: 'Move down', handle: 'Step {at} of {count}: {step}. Press the up and down arrow keys to move it.',
    moved: '"{step}" is now step {at}',
    finish: 'Finish', time: 'Time',
    score: '{score} points', right: 'Correct', wrong: 'Wrong place', shouldBe: 'belongs to step {at}',
    perfect: 'All correct: a safe operation.', good: 'Mostly correct; see what went wrong.', poor: 'Working like this is dangerous. Compare with the right order and study it again.',
    sending: 'Sending the result to the learning platform…', sent: 'The learning platform has the result. You can go back to your course.',
    failed: 'The result did not reach the learning platform. Check the network and try again.', refused: 'The learning platform did not accept the result: this ticket has been used or has expired. Open the simulation again from your course.',
    unconnected: 'This is practice: the page was not opened by the learning platform, and the result is not recorded.',
    retry: 'Send again', close: 'Close window', again: 'Do it again',
  },
  ja: {
    kind: 'シミュレーション',
    task: '次の手順を正しい順に並べてください。ドラッグのほか、ボタンや矢印キーでも動かせます。',
    up: '上へ', down: '下へ', handle: '手順{at}（全{count}）：{step}。上下の矢印キーで動かします。',
    moved: '「{step}」を手順{at}に移しました',
    finish: '操作を終える', time: '時間',
    score: '{score}点', right: '正しい', wrong: '順序が違います', shouldBe: '正しくは手順{at}',
    perfect: 'すべて正解です。安全な操作です。', good: 'おおむね正解です。どこが違うか確かめましょう。', poor: 'この順序では危険です。正しい順序と比べて、もう一度学びましょう。',
    sending: '結果を学習プラットフォームへ送っています……', sent: '結果を学習プラットフォームへ送りました。学習画面に戻れます。',
    failed: '結果を送れませんでした。通信を確かめて、もう一度送ってください。', refused: '結果は受け付けられませんでした。開始用のチケットが使用済みか期限切れです。学習画面からもう一度開いてください。',
    unconnected: '練習です。学習プラットフォームから開いていないため、結果は記録されません。',
    retry: 'もう一度送る', close: 'ウィンドウを閉じる', again: 'もう一度行う',
  },
}

/** By Chinese title: titles, and the steps in their right order as [point, task] in each language. */
export const procedures = {
  验电与接地: {
    picture: 'cabinet', title: { zh: '验电与接地', en: 'Voltage testing and earthing', ja: '検電と接地' },
    steps: [
      { zh: ['停电', '断开断路器并确认指示'], en: ['Switching off', 'Open the breaker and check its indicator'], ja: ['停電', '遮断器を開き、表示を確かめる'] },
      { zh: ['停电', '拉开隔离开关，形成明显断开点'], en: ['Switching off', 'Open the disconnector, so that the gap can be seen'], ja: ['停電', '断路器を開き、目に見える開放点をつくる'] },
      { zh: ['验电', '在有电部位试验验电器'], en: ['Testing', 'Try the voltage tester on a live part'], ja: ['検電', '充電部で検電器を試す'] },
      { zh: ['验电', '逐相验电'], en: ['Testing', 'Test phase by phase'], ja: ['検電', '各相を順に検電する'] },
      { zh: ['接地', '先接接地端，后接导体端'], en: ['Earthing', 'Connect the earth end first, then the conductors'], ja: ['接地', '先に接地側、次に導体側をつなぐ'] },
      { zh: ['标示', '悬挂“禁止合闸，有人工作”标示牌'], en: ['Marking', 'Hang up the sign "Do not close, work in progress"'], ja: ['表示', '「投入禁止・作業中」の札を掛ける'] },
    ],
  },
  倒闸操作: {
    picture: 'cabinet', title: { zh: '倒闸操作', en: 'Switching operation', ja: '開閉操作' },
    steps: [
      { zh: ['操作票', '核对设备名称与编号'], en: ['Switching order', 'Check name and number of the equipment'], ja: ['操作票', '設備の名称と番号を照合する'] },
      { zh: ['操作票', '模拟预演'], en: ['Switching order', 'Rehearse on the mimic board'], ja: ['操作票', '模擬盤で予行する'] },
      { zh: ['停电操作', '断开负荷侧断路器'], en: ['Switching off', 'Open the breaker on the load side'], ja: ['停電操作', '負荷側の遮断器を開く'] },
      { zh: ['停电操作', '拉开负荷侧、电源侧刀闸'], en: ['Switching off', 'Open the knife switches, load side first'], ja: ['停電操作', '負荷側、電源側の順に断路器を開く'] },
      { zh: ['监护', '执行唱票与复诵'], en: ['Supervision', 'Call and repeat each line of the order'], ja: ['監視', '読み上げと復唱を行う'] },
      { zh: ['送电操作', '拆除接地线并核对组数'], en: ['Switching on', 'Remove the earthing sets and count them'], ja: ['送電操作', '接地線を外し、組数を確かめる'] },
      { zh: ['送电操作', '合电源侧、负荷侧刀闸'], en: ['Switching on', 'Close the knife switches, supply side first'], ja: ['送電操作', '電源側、負荷側の順に断路器を入れる'] },
      { zh: ['送电操作', '合上断路器并检查'], en: ['Switching on', 'Close the breaker and check'], ja: ['送電操作', '遮断器を入れて確かめる'] },
    ],
  },
  焊接参数设定: {
    picture: 'person', title: { zh: '焊接参数设定', en: 'Setting up for welding', ja: '溶接条件の設定' },
    steps: [
      { zh: ['准备', '选择焊条直径'], en: ['Preparation', 'Choose the electrode diameter'], ja: ['準備', '溶接棒の径を選ぶ'] },
      { zh: ['准备', '烘干焊条'], en: ['Preparation', 'Dry the electrodes'], ja: ['準備', '溶接棒を乾燥させる'] },
      { zh: ['参数', '设定焊接电流'], en: ['Parameters', 'Set the welding current'], ja: ['条件', '溶接電流を設定する'] },
      { zh: ['参数', '选择电源极性'], en: ['Parameters', 'Choose the polarity'], ja: ['条件', '極性を選ぶ'] },
      { zh: ['操作', '控制电弧长度'], en: ['Welding', 'Keep the arc short'], ja: ['操作', 'アーク長を保つ'] },
      { zh: ['操作', '保持焊条角度'], en: ['Welding', 'Hold the electrode angle'], ja: ['操作', '溶接棒の角度を保つ'] },
      { zh: ['收尾', '填满弧坑'], en: ['Finishing', 'Fill the crater'], ja: ['仕上げ', 'クレーターを埋める'] },
      { zh: ['收尾', '清渣与自检'], en: ['Finishing', 'Remove slag and inspect'], ja: ['仕上げ', 'スラグを除き、自主検査する'] },
    ],
  },
  气体检测操作: {
    picture: 'person', title: { zh: '气体检测操作', en: 'Gas measurement', ja: 'ガス検知の操作' },
    steps: [
      { zh: ['准备', '检查仪器标定日期'], en: ['Preparation', 'Check the calibration date of the meter'], ja: ['準備', '検知器の校正日を確かめる'] },
      { zh: ['准备', '在清洁空气中调零'], en: ['Preparation', 'Set zero in clean air'], ja: ['準備', '清浄な空気中でゼロ点を合わせる'] },
      { zh: ['检测', '上、中、下分层取样'], en: ['Measurement', 'Sample at the top, in the middle and at the bottom'], ja: ['測定', '上・中・下の各層で採取する'] },
      { zh: ['检测', '记录氧含量'], en: ['Measurement', 'Record the oxygen'], ja: ['測定', '酸素濃度を記録する'] },
      { zh: ['检测', '记录可燃气体浓度'], en: ['Measurement', 'Record the combustible gas'], ja: ['測定', '可燃性ガス濃度を記録する'] },
      { zh: ['判断', '判断能否进入'], en: ['Decision', 'Decide whether entry is allowed'], ja: ['判断', '入れるかどうかを判断する'] },
      { zh: ['监护', '作业中连续监测'], en: ['Supervision', 'Keep measuring during the work'], ja: ['監視', '作業中も連続して測定する'] },
      { zh: ['监护', '设置监护人'], en: ['Supervision', 'Post an attendant'], ja: ['監視', '監視人を置く'] },
    ],
  },
  灭火器操作: {
    picture: 'person', title: { zh: '灭火器操作', en: 'Using a fire extinguisher', ja: '消火器の操作' },
    steps: [
      { zh: ['选择', '按火灾类型选择灭火器'], en: ['Choice', 'Choose the extinguisher for the kind of fire'], ja: ['選択', '火災の種類に合う消火器を選ぶ'] },
      { zh: ['选择', '检查压力表'], en: ['Choice', 'Check the pressure gauge'], ja: ['選択', '圧力計を確かめる'] },
      { zh: ['操作', '拔出保险销'], en: ['Use', 'Pull out the safety pin'], ja: ['操作', '安全栓を抜く'] },
      { zh: ['操作', '站在上风方向'], en: ['Use', 'Stand upwind'], ja: ['操作', '風上に立つ'] },
      { zh: ['操作', '对准火焰根部扫射'], en: ['Use', 'Sweep at the foot of the flames'], ja: ['操作', '炎の根元を掃くように放射する'] },
      { zh: ['善后', '确认无复燃'], en: ['Afterwards', 'Make sure it does not flare up again'], ja: ['後始末', '再燃しないことを確かめる'] },
    ],
  },
}
