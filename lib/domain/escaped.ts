/** A text or figure as it stands in HTML or XML, between tags as in quoted attributes; null is nothing. */
export const escaped = (value: string | number | null): string => String(value ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
