import type { QrCode, TenantSettings } from './tenant'
import type { Device } from './user-agent'

/** The apps: the main one, simulation client A (HTTP plugin) and B (mobile). */
export const appClients = ['main', 'simulationA', 'simulationB'] as const
export type AppClient = (typeof appClients)[number]
export type AppSystem = 'android' | 'ios'
/** The newest version of an app; without an address it cannot be fetched here. */
export type AppVersion = { code: string; content: string | null; url: string | null }
export type AppOffer = Record<AppSystem, AppVersion | null>

/** What each route of the specification offers: one app, or all of them by QR codes (spec 3 §2.14). */
export const downloadRoutes = {
  Appye: { client: 'main', codes: true },
  AppyeRS: { client: 'main', codes: true },
  AppyeBGY: { client: 'main', codes: true },
  AppFireswd: { client: 'main', codes: true },
  AppFires: { client: 'main', codes: false },
  AppFiresRS: { client: 'main', codes: false },
  AppFiresBGY: { client: 'main', codes: false },
  FZAppFires1: { client: 'simulationA', codes: false },
  FZAppFires2: { client: 'simulationB', codes: false },
} as const satisfies Record<string, { client: AppClient; codes: boolean }>
export type DownloadRoute = keyof typeof downloadRoutes

const pageOf: Record<TenantSettings['downloadPage'], DownloadRoute> = { standard: 'Appye', rs: 'AppyeRS', bgy: 'AppyeBGY' }

/** The page that search engines shall know instead of its variants. */
export function mainRouteOf(route: DownloadRoute, settings: TenantSettings): DownloadRoute {
  const { client } = downloadRoutes[route]
  return client === 'main' ? pageOf[settings.downloadPage] : route
}

/** Where a tenant's own download page is when it is not the standard one (116: the RS page). */
export function otherDownloadPage(route: DownloadRoute, { downloadPage }: TenantSettings): DownloadRoute | null {
  return route === 'Appye' && downloadPage !== 'standard' ? pageOf[downloadPage] : null
}

/** What a device is offered; null where nothing can be installed. HarmonyOS takes Android packages, or refuses them. */
export function systemFor(device: Device): AppSystem | null {
  if (device === 'android' || device === 'harmony') return 'android'
  return device === 'desktop' ? null : 'ios'
}

/** A QR code of the desktop page: what it holds, and the page it leads to when it leads anywhere. */
export type ShownCode = { code: QrCode; route: DownloadRoute | null; text: string; /** The only code of the main app speaks for both systems. */ both: boolean }

/** The QR codes that a tenant shows, in their order. */
export function shownCodes({ hiddenCodes, downloadRoute, activationCode }: TenantSettings, addressOf: (route: DownloadRoute) => string): ShownCode[] {
  const routeOf: Record<QrCode, DownloadRoute | null> = { android: downloadRoute, ios: downloadRoute, activation: null, simulationA: 'FZAppFires1', simulationB: 'FZAppFires2' }
  const order: QrCode[] = ['android', 'ios', 'activation', 'simulationA', 'simulationB']
  return order
    .filter((code) => !hiddenCodes.includes(code) && (code !== 'activation' || activationCode !== ''))
    .map((code) => {
      const route = routeOf[code]
      return { code, route, text: route ? addressOf(route) : activationCode, both: (code === 'android' && hiddenCodes.includes('ios')) || (code === 'ios' && hiddenCodes.includes('android')) }
    })
}
