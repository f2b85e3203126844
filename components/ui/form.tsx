import NextForm from 'next/form'
import type { ComponentProps } from 'react'

/** A form that leads to a page of ours, with what was entered in its address. Nothing is fetched ahead, as with `Link`. */
export function Form(props: Omit<ComponentProps<typeof NextForm>, 'prefetch'>) {
  return <NextForm {...props} prefetch={false} />
}
