import type { RowError } from '@ninesixteen/shared/api/posts-csv'
import { classNames } from './class-names.ts'
import styles from './csv.module.css'

/** A limit that keeps the preview of large files fast. */
const FAULTS_SHOWN = 100

/** Lists what is wrong with the lines of a file. */
export function CsvFaults({ faults }: { faults: readonly RowError[] }) {
  return (
    <div className={styles.frame} tabIndex={0} role="group" aria-label="Problems, line by line">
      <table className={classNames(styles.table, styles.faults)}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Column</th>
            <th scope="col">Problem</th>
          </tr>
        </thead>
        <tbody>
          {faults.slice(0, FAULTS_SHOWN).map(({ line, column, message }) => (
            <tr key={`${line} ${column} ${message}`}>
              <td className={styles.number}>{line}</td>
              <td>{column}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {faults.length > FAULTS_SHOWN && <p className={styles.more}>And {faults.length - FAULTS_SHOWN} more.</p>}
    </div>
  )
}
