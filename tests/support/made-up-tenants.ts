import type { Db } from '../../training-api/db/client.ts'
import { notices } from '../../training-api/db/schema/notices.ts'
import { defaultTenantSettings, tenantDomains, tenants } from '../../training-api/db/schema/tenants.ts'

/** Tenants that exist in tests only, for who walks over their public pages: names in three languages and hostile ones, each with an old domain. */
export const madeUpTenants = Array.from({ length: 20 }, (_, index) => {
  const number = String(index + 1).padStart(2, '0')
  return {
    tenantId: 9_001 + index,
    domain: `made-up-${number}.localhost`,
    oldDomain: `old-${number}.localhost`,
    title: ['</script><b>平台</b>', 'Plant & "Safety" Academy', '安全研修プラットフォーム', '一二三四五六七八九十'.repeat(4), `培训平台 ${number}`][index % 5]!,
    noticeIds: [1, 2, 3].map((notice) => 9_000_000 + index * 10 + notice),
    /** Written, and not released. */
    draftId: 9_000_009 + index * 10,
  }
})

const colours = ['#ffe600', '#101010', '#0b7a75', '#c2185b', '#ffffff']
const downloadPages = ['standard', 'rs', 'bgy'] as const

/** Puts the made-up tenants and their notices into a filled world. */
export async function addMadeUpTenants(db: Db): Promise<void> {
  const now = new Date()
  for (const [index, { tenantId, domain, oldDomain, title, noticeIds, draftId }] of madeUpTenants.entries()) {
    await db.insert(tenants).values({
      tenantId, name: title, webTitle: title, logoUrl: '/admin/file/logo/82.svg', themeColor: colours[index % colours.length]!, registrationOpen: index % 2 === 0,
      settings: { ...defaultTenantSettings, downloadPage: downloadPages[index % 3]! }, welcomeTitle: title, welcomeContent: '<p></p>', createdAt: now,
    }).onConflictDoNothing()
    await db.insert(tenantDomains).values([{ tenantId, domain, primary: true, createdAt: now }, { tenantId, domain: oldDomain, primary: false, createdAt: now }]).onConflictDoNothing()
    const titles = ['安全生产月通知</title><script>1</script>', 'Open day at the works', '夏季研修のお知らせです']
    await db.insert(notices).values([...noticeIds, draftId].map((noticeId, at) => ({
      tenantId, noticeId, kind: 'news' as const, title: titles[at] ?? '草稿', content: '<p>text <a href="/news">all</a></p><script src="https://evil.example/x.js"></script><img src="https://evil.example/x.png">',
      publisher: title, released: noticeId !== draftId, publishedAt: now,
    }))).onConflictDoNothing()
  }
}
