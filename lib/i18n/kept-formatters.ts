import 'server-only'
import { keepBounded } from '@/lib/domain/bounded-map'

const MAX_KEPT = 200
const kinds = ['DateTimeFormat', 'NumberFormat', 'PluralRules', 'RelativeTimeFormat', 'ListFormat'] as const

/**
 * From now on the same wishes bring the same formatter of `Intl`. Formatters cannot be changed and take long to make, and the library of
 * the messages makes them anew for every page: on a page with a date that took a thirtieth of its time.
 */
export function keepFormatters(): void {
  const shared: Record<string, unknown> = Intl as never
  for (const kind of kinds) shared[kind] = keeping(Intl[kind] as never)
}

function keeping<Formatter extends object>(Maker: new (...wishes: unknown[]) => Formatter): typeof Maker {
  const kept = new Map<string, Formatter>()
  const Keeper: typeof Maker = new Proxy(Maker, {
    construct(target, wishes: unknown[], asked) {
      const [locale, options] = wishes
      // A class that extends it, and languages as objects, which have no words for a key.
      if (asked !== Keeper || typeof locale !== 'string') return Reflect.construct(target, wishes, asked)
      const key = `${locale} ${JSON.stringify(options)}`
      const known = kept.get(key)
      if (known) return known
      const formatter = new Maker(...wishes)
      keepBounded(kept, key, formatter, MAX_KEPT)
      return formatter
    },
  })
  return Keeper
}
