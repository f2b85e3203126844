/** The face of who has no picture. */
export function DefaultAvatar({ size, className }: { size: number; className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 64 64" width={size} height={size}>
      <circle cx="32" cy="32" r="32" fill="var(--art-2)" />
      <circle cx="32" cy="26" r="10.5" fill="var(--art-person)" />
      <path d="M12.5 57.3Q14 40.5 32 40.5t19.5 16.8A31.9 31.9 0 0 1 32 64a31.9 31.9 0 0 1-19.5-6.7z" fill="var(--art-person)" />
    </svg>
  )
}
