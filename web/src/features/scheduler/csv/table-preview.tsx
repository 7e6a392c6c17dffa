import type { RowError, CsvPost } from '@ninesixteen/shared/api/posts-csv'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { CsvFaults } from '../../../components/csv-faults.tsx'
import { Notice } from '../../../components/notice.tsx'
import styles from '../../../components/csv.module.css'

export interface TablePreviewProps {
  posts: readonly CsvPost[]
  errors: readonly RowError[]
}

/** A limit that keeps the preview of large files fast. */
const WARNINGS_SHOWN = 10

/** The posts, errors and warnings of a file, by line. */
export function TablePreview({ posts, errors }: TablePreviewProps) {
  const lines = new Set(errors.map(({ line }) => line)).size
  const warnings = warningsOf(posts)
  return (
    <div className={styles.preview}>
      {lines > 0 ? (
        <Notice kind="bad">
          {lines === 1 ? '1 line has' : `${lines} lines have`} errors. Fix the file and choose it again to import it.
        </Notice>
      ) : (
        <Notice kind="ok">All lines are ready to import.</Notice>
      )}
      {warnings.slice(0, WARNINGS_SHOWN).map((warning) => (
        <Notice key={warning} kind="warn">
          {warning}
        </Notice>
      ))}
      {warnings.length > WARNINGS_SHOWN && <p className={styles.more}>And {warnings.length - WARNINGS_SHOWN} more warnings.</p>}
      {errors.length > 0 && <CsvFaults faults={errors} />}
      {posts.length > 0 && <Posts posts={posts} />}
    </div>
  )
}

/** Each warning once, with the line number if only one line has it. */
function warningsOf(posts: readonly CsvPost[]): string[] {
  const lines = new Map<string, number[]>()
  for (const { line, warnings } of posts) for (const warning of warnings) lines.set(warning, [...(lines.get(warning) ?? []), line])
  return [...lines].map(([warning, lineNumbers]) =>
    lineNumbers.length === 1 && posts.length > 1 ? `Line ${lineNumbers[0]}: ${warning}` : warning,
  )
}

function Posts({ posts }: { posts: readonly CsvPost[] }) {
  return (
    <div className={styles.frame} tabIndex={0} role="group" aria-label="Posts of this file">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Slideshow</th>
            <th scope="col">Account</th>
            <th scope="col">When</th>
            <th scope="col">Caption</th>
          </tr>
        </thead>
        <tbody>
          {posts.map((post) => (
            <tr key={post.line}>
              <td className={styles.number}>{post.line}</td>
              <td>{post.projectTitle}</td>
              <td>
                {PLATFORMS[post.platform].label} @{post.username}
              </td>
              <td className={styles.when}>{whenOf(post)}</td>
              <td>{post.caption}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function whenOf({ scheduledTime, timeZone }: CsvPost): string {
  if (scheduledTime === null) return 'Draft'
  return `${shownMoment(new Date(scheduledTime), timeZone)} (${timeZone})`
}
