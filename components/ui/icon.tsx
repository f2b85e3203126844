import type { IconNode } from 'lucide'
import type { SVGProps } from 'react'

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children' | 'dangerouslySetInnerHTML'>

const drawn = new WeakMap<IconNode, { __html: string }>()

/**
 * An icon of the library as one element with its drawing inside; the class `i` gives it size and strokes, `role` and `aria-label` a meaning
 * where no word stands beside it. Drawn part by part by a component of the browser, as the library's React package does it, pages took
 * noticeably longer on the server.
 */
export function Icon({ of: drawing, ...props }: IconProps & { of: IconNode }) {
  let inner = drawn.get(drawing)
  if (!inner) {
    inner = { __html: drawing.map(([tag, attributes]) => `<${tag} ${Object.entries(attributes).map(([name, value]) => `${name}="${value}"`).join(' ')}/>`).join('') }
    drawn.set(drawing, inner)
  }
  return <svg viewBox="0 0 24 24" aria-hidden={props['aria-label'] === undefined || undefined} {...props} dangerouslySetInnerHTML={inner} />
}
