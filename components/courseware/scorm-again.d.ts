// The package's own types name a default export that its files do not have; these are the parts that are used.
type ScormApi = {
  loadFromFlattenedJSON: (values: Record<string, string>) => void
  renderCommitCMI: (terminates: boolean) => object
  isTerminated: () => boolean
}

declare module 'scorm-again/scorm12/min' {
  export const Scorm12API: new (settings: object) => ScormApi
}

declare module 'scorm-again/scorm2004/min' {
  export const Scorm2004API: new (settings: object) => ScormApi & {
    adl: { nav: { request: string; request_valid: { continue: string; previous: string } } }
  }
}
