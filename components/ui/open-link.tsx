'use client'

import type { MouseEvent } from 'react'
import { Link, type LinkProps } from '@/components/ui/link'

type Props = LinkProps & { /** Asked first on a plain press; a new tab still goes straight there. */ onOpen?: () => void }

const plain = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link that may ask something before it leads on. */
export function OpenLink({ onOpen, ...rest }: Props) {
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!onOpen || !plain(event)) return
    event.preventDefault()
    onOpen()
  }
  return <Link {...rest} data-asks={onOpen ? '' : undefined} onClick={press} />
}
