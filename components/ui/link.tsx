import NextLink from 'next/link'
import type { ComponentProps } from 'react'

export type LinkProps = Omit<ComponentProps<typeof NextLink>, 'prefetch'>

/** A link to a page of ours. Nothing is fetched ahead: pages of learners are made for each visit, and most links that are seen are never followed. */
export function Link(props: LinkProps) {
  return <NextLink {...props} prefetch={false} />
}
