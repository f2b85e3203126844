type Entry = { version?: string; integrity?: string; license?: string; dev?: boolean; link?: boolean; hasInstallScript?: boolean }
type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string>; overrides?: Record<string, string>; allowScripts?: Record<string, boolean> }

export function isFree(expression: string | undefined, isAllowed?: (licence: string) => boolean): boolean
export function dependencyProblems(lock: { packages: Record<string, Entry> }, manifest: Manifest): string[]
