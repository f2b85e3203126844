type Entry = { version?: string; resolved?: string; optionalDependencies?: Record<string, string>; dependencies?: Record<string, string>; devDependencies?: Record<string, string> }

export function lockfileProblems(
  lock: { packages: Record<string, Entry> },
  manifest: { dependencies?: Record<string, string>; devDependencies?: Record<string, string> },
): string[]
