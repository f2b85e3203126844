import { screens } from '../routes/screens.ts'

type Target = { plan: number } | { course: number } | { link: string }

/** Slides of the carousel and blocks below it, for one tenant. Courses and plans by id. */
export type HomeRecord = {
  banners: readonly { title: string; picture: string; to: Target }[]
  floors: readonly {
    layout: 'grid' | 'gridSecond' | 'featuredPlan' | 'banner'
    left: string
    right?: readonly [title: string, url: string]
    items: readonly { caption: string; picture: string; to: Target }[]
  }[]
}

const cover = (name: string) => `/train/file/cover/${name}.svg`
const banner = (name: string) => `/train/file/banner/${name}.svg`
const floor = (name: string) => `/train/file/floor/${name}.svg`

/** What each tenant shows on its home page. */
export const homeRecords: Readonly<Record<number, HomeRecord>> = {
  82: {
    banners: [
      { title: '新课上线：低压电工作业安全', picture: banner('electric'), to: { course: 3001 } },
      { title: '安全生产月专项计划', picture: banner('safety-month'), to: { plan: 5002 } },
      { title: '新员工入职培训计划', picture: banner('onboard'), to: { plan: 5001 } },
      { title: '消防安全与灭火器使用', picture: banner('fire'), to: { course: 3025 } },
      { title: '全国安全宣传咨询日', picture: banner('campaign'), to: { link: 'https://example.org/safety' } },
      { title: '技能等级认定政策解读', picture: banner('policy'), to: { link: 'https://example.org/policy' } },
    ],
    floors: [
      {
        layout: 'grid', left: '精品课程', right: ['更多', screens.courseLibrary],
        items: [
          { caption: '低压电工作业安全', picture: cover('electric-1'), to: { course: 3001 } },
          { caption: '焊接工艺基础', picture: cover('welding-1'), to: { course: 3003 } },
          { caption: '叉车驾驶与维护', picture: cover('forklift-1'), to: { course: 3002 } },
          { caption: '起重机械指挥', picture: cover('crane-1'), to: { course: 3004 } },
          { caption: '应急救护与心肺复苏', picture: cover('team-2'), to: { course: 3026 } },
          { caption: '光伏电站运维', picture: cover('electric-3'), to: { course: 3044 } },
          { caption: '工业机器人操作与维护', picture: cover('machine-3'), to: { course: 3046 } },
          { caption: '高处作业安全', picture: cover('height-1'), to: { course: 3006 } },
        ],
      },
      {
        layout: 'gridSecond', left: '取证专区', right: ['培训计划库', screens.planLibrary],
        items: [
          { caption: '焊工取证计划', picture: cover('welding-2'), to: { plan: 5007 } },
          { caption: '特种作业复审计划', picture: cover('electric-2'), to: { plan: 5003 } },
          { caption: '电工技能提升计划', picture: cover('cable-1'), to: { plan: 5006 } },
          { caption: '操作证查询', picture: cover('shield-2'), to: { link: 'https://example.org/licence' } },
        ],
      },
      {
        layout: 'featuredPlan', left: '推荐计划', right: ['全部计划', screens.planLibrary],
        items: [
          { caption: '新员工入职培训计划', picture: floor('feature-onboard'), to: { plan: 5001 } },
          { caption: '班组长能力提升计划', picture: cover('team-1'), to: { plan: 5005 } },
          { caption: '消防安全全员培训', picture: cover('fire-2'), to: { plan: 5008 } },
          { caption: '应急救护普及计划', picture: cover('team-3'), to: { plan: 5009 } },
          { caption: '设备点检员培养计划', picture: cover('machine-2'), to: { plan: 5012 } },
        ],
      },
      { layout: 'banner', left: '', items: [{ caption: '安全生产月', picture: banner('strip-safety'), to: { link: 'https://example.org/safety' } }] },
    ],
  },
  101: {
    banners: [
      { title: '塔式起重机司机实训', picture: banner('crane'), to: { course: 1013001 } },
      { title: '进场工人岗前培训', picture: banner('site'), to: { plan: 1015001 } },
      { title: '平安工地', picture: banner('campaign'), to: { link: 'https://example.org/site' } },
    ],
    floors: [
      {
        layout: 'grid', left: '建筑课程', right: ['更多', screens.courseLibrary],
        items: [
          { caption: '塔式起重机司机实训', picture: cover('crane-2'), to: { course: 1013001 } },
          { caption: '施工现场临时用电', picture: cover('electric-2'), to: { course: 1013002 } },
          { caption: '脚手架工取证培训', picture: cover('height-2'), to: { course: 1013003 } },
          { caption: '工地消防与动火管理', picture: cover('fire-3'), to: { course: 1013006 } },
        ],
      },
      { layout: 'featuredPlan', left: '岗前必修', items: [{ caption: '进场工人岗前培训', picture: floor('feature-onboard'), to: { plan: 1015001 } }, { caption: '塔机司机提升计划', picture: cover('crane-3'), to: { plan: 1015002 } }] },
      { layout: 'banner', left: '', items: [{ caption: '安全生产月', picture: banner('strip-safety'), to: { link: 'https://example.org/safety' } }] },
    ],
  },
  116: {
    banners: [
      { title: '风电场安全规程', picture: banner('energy'), to: { course: 1163001 } },
      { title: '风电运维上岗计划', picture: banner('policy'), to: { plan: 1165001 } },
    ],
    floors: [
      {
        layout: 'grid', left: '能源课程', right: ['更多', screens.courseLibrary],
        items: [
          { caption: '风电场安全规程', picture: cover('height-3'), to: { course: 1163001 } },
          { caption: '天然气场站操作', picture: cover('confined-2'), to: { course: 1163003 } },
          { caption: '汽轮机巡检', picture: cover('machine-1'), to: { course: 1163004 } },
          { caption: '高压电气试验', picture: cover('electric-3'), to: { course: 1163005 } },
        ],
      },
      { layout: 'banner', left: '', items: [{ caption: '登塔安全月', picture: banner('strip-safety'), to: { link: 'https://example.org/tower' } }] },
    ],
  },
  143: {
    banners: [
      { title: '电工技术基础', picture: banner('electric-school'), to: { course: 1433001 } },
      { title: '新生实训入门计划', picture: banner('school'), to: { plan: 1435001 } },
    ],
    floors: [
      {
        layout: 'gridSecond', left: '本学期课程', right: ['更多', screens.courseLibrary],
        items: [
          { caption: '电工技术基础', picture: cover('electric-1'), to: { course: 1433001 } },
          { caption: '焊工实训（一）', picture: cover('welding-3'), to: { course: 1433002 } },
          { caption: '机械制图', picture: cover('machine-2'), to: { course: 1433003 } },
          { caption: '实训安全教育', picture: cover('onboard-1'), to: { course: 1433004 } },
        ],
      },
      { layout: 'featuredPlan', left: '新生必修', items: [{ caption: '新生实训入门计划', picture: floor('feature-onboard'), to: { plan: 1435001 } }] },
    ],
  },
}
