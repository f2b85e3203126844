'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'form'>, 'action' | 'onSubmit'> & { /** A page of ours, without query. */ action: string; scroll?: boolean }

/**
 * A form that leads to a page of ours, with what was entered in its address; before and without scripts the browser does. The framework's own
 * does the same, and more that none of ours asks for, with one and a half kB of scripts.
 */
export function Form({ action, scroll = true, ...rest }: Props) {
  const router = useRouter()
  return (
    <form
      {...rest} action={action}
      onSubmit={(event) => {
        event.preventDefault()
        const entered = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
        router.push(`${action}?${new URLSearchParams(entered).toString()}`, { scroll })
      }}
    />
  )
}
