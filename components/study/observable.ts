import { useSyncExternalStore } from 'react'

/** A value that tells when it changes: engines outside React keep their state in one, components watch it. */
export class Observable<T extends object> {
  #value: T
  readonly #watchers = new Set<() => void>()

  constructor(value: T) {
    this.#value = value
  }

  readonly get = (): T => this.#value

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed)
    return () => this.#watchers.delete(changed)
  }

  readonly set = (changes: Partial<T>): void => {
    const names = Object.keys(changes) as (keyof T)[]
    if (names.every((name) => Object.is(this.#value[name], changes[name]))) return
    this.#value = { ...this.#value, ...changes }
    for (const changed of [...this.#watchers]) changed()
  }
}

/** The value, or the part of it that `select` takes; the component renders again only when that part changes. */
export function useObserved<T extends object, Part>(observable: Observable<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(
    observable.watch,
    () => select(observable.get()),
    () => select(observable.get()),
  )
}
