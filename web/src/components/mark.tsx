/** The product's logo: two slides, one in front of the other. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect x="9" y="2" width="18" height="28" rx="5" fill="var(--accent)" opacity="0.4" transform="rotate(9 18 16)" />
      <rect x="6" y="2.5" width="16" height="27" rx="4.5" fill="var(--accent)" />
      <rect x="9.5" y="11" width="9" height="2.6" rx="1.3" fill="var(--on-accent)" />
      <rect x="9.5" y="16" width="6" height="2.6" rx="1.3" fill="var(--on-accent)" />
    </svg>
  )
}
