import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { usePublicConfig } from '../../app/public-config.ts'
import styles from './public-shell.module.css'

/** Simple icons in the text color: lucide has no brand icons. */
const MARKS = {
  x: {
    label: 'X',
    path: 'M17.75 3h3.07l-6.7 7.66L22 21h-6.17l-4.83-6.32L5.47 21H2.4l7.17-8.19L2 3h6.33l4.37 5.77L17.75 3Zm-1.08 16.17h1.7L7.42 4.74H5.6l11.07 14.43Z',
  },
  tiktok: {
    label: PLATFORMS.tiktok.label,
    path: 'M16.5 2h-3.4v13.4a2.85 2.85 0 1 1-2.85-2.85c.28 0 .55.04.8.12V9.2a6.3 6.3 0 1 0 5.45 6.24V8.56A7.7 7.7 0 0 0 21 10V6.6A4.5 4.5 0 0 1 16.5 2Z',
  },
  instagram: {
    label: 'Instagram',
    path: 'M7.5 2h9A5.5 5.5 0 0 1 22 7.5v9a5.5 5.5 0 0 1-5.5 5.5h-9A5.5 5.5 0 0 1 2 16.5v-9A5.5 5.5 0 0 1 7.5 2Zm0 2A3.5 3.5 0 0 0 4 7.5v9A3.5 3.5 0 0 0 7.5 20h9a3.5 3.5 0 0 0 3.5-3.5v-9A3.5 3.5 0 0 0 16.5 4h-9Zm4.5 3a5 5 0 1 1 0 10 5 5 0 0 1 0-10Zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm5.3-3.4a1.15 1.15 0 1 1 0 2.3 1.15 1.15 0 0 1 0-2.3Z',
  },
  youtube: {
    label: 'YouTube',
    path: 'M21.6 7.2a2.5 2.5 0 0 0-1.77-1.77C18.25 5 12 5 12 5s-6.25 0-7.83.43A2.5 2.5 0 0 0 2.4 7.2 26 26 0 0 0 2 12c0 1.6.13 3.2.4 4.8a2.5 2.5 0 0 0 1.77 1.77C5.75 19 12 19 12 19s6.25 0 7.83-.43a2.5 2.5 0 0 0 1.77-1.77c.27-1.6.4-3.2.4-4.8 0-1.6-.13-3.2-.4-4.8ZM10 15V9l5.2 3L10 15Z',
  },
} as const

/** Links to the operator's profiles; nothing if none is set. */
export function SocialLinks() {
  const { social } = usePublicConfig()
  const set = (Object.keys(MARKS) as (keyof typeof MARKS)[]).flatMap((name) => {
    const href = social[name]
    return href === null ? [] : [{ href, ...MARKS[name] }]
  })
  if (set.length === 0) return null
  return (
    <ul className={styles.social} aria-label="Social profiles">
      {set.map(({ label, href, path }) => (
        <li key={label}>
          <a href={href} target="_blank" rel="noopener noreferrer" aria-label={`${label} (opens in a new tab)`}>
            <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true">
              <path d={path} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}
