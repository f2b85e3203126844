'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { Suspense, useEffect, useState } from 'react'
import { useWayOn } from '@/components/ui/route-bar'

function leads(link: HTMLAnchorElement): boolean {
  const here = location.href.split('#', 1)[0]
  return link.origin === location.origin && !link.target && !('asks' in link.dataset) && !link.hasAttribute('download') && link.href.split('#', 1)[0] !== here
}

/** Whether sending a form leads to another address than this one. */
function leadsOn(form: HTMLFormElement): boolean {
  const asked = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') asked.append(name, value)
  return new URL(form.action).pathname !== location.pathname || asked.toString() !== new URLSearchParams(location.search).toString()
}

function Bar() {
  const [leaving, setLeaving] = useState(false)
  const isLed = useWayOn()

  useEffect(() => {
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && leads(link)) setLeaving(true)
    }
    const submit = (event: SubmitEvent) => {
      if (event.target instanceof HTMLFormElement && event.target.method === 'get' && event.target.hasAttribute('action') && leadsOn(event.target)) setLeaving(true)
    }
    document.addEventListener('click', click)
    document.addEventListener('submit', submit)
    return () => {
      document.removeEventListener('click', click)
      document.removeEventListener('submit', submit)
    }
  }, [])

  return leaving || isLed ? <div className="routebar" aria-hidden="true"><i /></div> : null
}

function BarOfAddress() {
  const address = `${usePathname()}?${useSearchParams()}`
  return <Bar key={address} />
}

/** A thin bar on top while the next page is on its way. */
export function RouteProgress() {
  return <Suspense><BarOfAddress /></Suspense>
}
