import type { CourseOutline } from '../outline.ts'

/** Courses 3001 to 3006 of tenant 82: work that needs a licence. */
export const specialOperations: readonly CourseOutline[] = [
  {
    title: ['低压电工作业安全', 'Low-Voltage Electrical Work Safety', '低圧電気作業の安全'],
    field: 'electrical', subject: 'electrical', cover: 'electric', over: ['低压电工', '作业安全'], teacher: '周建国',
    about: '面向低压电工和需要接触低压设备的岗位，从用电常识讲到停电、验电、接地的完整流程，是取证和复审的必修课。',
    goals: ['说出触电的方式和防护措施', '按规程完成停电、验电、接地和悬挂标示牌', '看懂低压配电柜，完成倒闸操作'],
    chapters: ['安全基础: v用电安全概述 | d安全规程手册', '设备操作: c低压配电柜认知 | C倒闸操作流程 | s验电与接地', '结业考核: e章节测验'],
  },
  {
    title: ['叉车驾驶与维护', 'Forklift Driving and Maintenance', 'フォークリフトの運転と保守'],
    field: 'lifting', subject: 'forklift', cover: 'forklift', over: ['叉车司机', '驾驶与维护'], teacher: '韩志刚',
    about: '按照场（厂）内专用机动车辆司机的考核要求编排，逐节学习，学完一节才能进入下一节。',
    goals: ['按点检表完成出车前检查', '在载荷曲线范围内安全起升和行驶', '完成蓄电池充电和日常保养'],
    chapters: ['车辆认知: v叉车的构造与分类 | d出车前检查表', '安全驾驶: v行驶与转弯 | c装卸与堆垛 | d厂区交通规则', '日常维护: v液压与制动系统保养 | v蓄电池的使用与充电', '结业考核: e叉车理论测验'],
  },
  {
    title: ['焊接工艺基础', 'Fundamentals of Welding Technology', '溶接技術の基礎'],
    field: 'welding', subject: 'welding', cover: 'welding', over: ['焊接工艺', '从引弧到成形'], teacher: '孟宪东',
    about: '讲清焊条电弧焊的设备、材料和参数，用仿真练习焊接参数的设定，通过后颁发结业证书。',
    goals: ['根据板厚和位置选择焊条与电流', '识别常见焊接缺陷及成因', '做好焊接作业的个人防护和动火管理'],
    chapters: ['认识焊接: v焊接方法与设备 | d焊条的型号与选用', '工艺与操作: v引弧、运条与收弧 | c焊接参数的选择 | s焊接参数设定', '结业考核: e焊接工艺测验'],
  },
  {
    title: ['起重机械指挥', 'Crane Signalling', 'クレーンの合図'],
    field: 'lifting', subject: 'rigging', cover: 'crane', teacher: '韩志刚',
    about: '面向起重指挥和司索人员，统一手势、旗语和对讲机语言，练习判断吊物重心和绑扎方式。',
    goals: ['准确打出全部通用手势信号', '估算吊物质量并选择吊索', '执行“十不吊”'],
    chapters: ['指挥基础: v起重指挥人员的职责 | d指挥信号图册', '吊装现场: v吊索的选用与绑扎 | c吊装方案识读 | v恶劣天气的处置', '结业考核: e起重指挥测验'],
  },
  {
    title: ['有限空间作业', 'Confined Space Work', '閉鎖空間での作業'],
    field: 'safety', subject: 'confinedSpace', cover: 'confined', teacher: '沈文斌',
    about: '有限空间作业的审批、检测、通风、监护与救援。仅对持有作业审批资格的人员开放。',
    goals: ['完成作业审批与危害辨识', '正确使用气体检测仪', '掌握非进入式救援'],
    chapters: ['认识有限空间: v有限空间与事故案例 | d作业审批流程', '现场作业: v通风与气体检测 | s气体检测操作 | c监护与应急救援', '结业考核: e有限空间测验'],
  },
  {
    title: ['高处作业安全', 'Safety in Work at Height', '高所作業の安全'],
    field: 'safety', subject: 'heights', cover: 'height', over: ['高处作业', '系好这一扣'], teacher: '沈文斌',
    about: '高处作业班的专用课程，配合实训塔使用，讲解坠落防护系统的组成和使用。',
    goals: ['选择锚固点并正确佩戴安全带', '检查脚手架和梯具', '处置悬吊创伤'],
    chapters: ['坠落防护: v坠落的物理学 | d安全带使用手册', '作业平台: v脚手架的验收 | v梯具的使用 | c吊篮与高空作业车', '结业考核: e高处作业测验'],
  },
]
