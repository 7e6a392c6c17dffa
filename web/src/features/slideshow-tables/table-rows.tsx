import type { RowError } from '@ninesixteen/shared/api/posts-csv'
import type { SlideshowTableRow } from '@ninesixteen/shared/api/slideshow-batches'
import { CsvFaults } from '../../components/csv-faults.tsx'
import csv from '../../components/csv.module.css'
import { Notice } from '../../components/notice.tsx'

interface TableRowsProps {
  rows: readonly SlideshowTableRow[]
  faults: readonly RowError[]
}

/** Lists what each line of a table becomes, and which lines are left out. */
export function TableRows({ rows, faults }: TableRowsProps) {
  const lines = new Set(faults.map(({ line }) => line)).size
  return (
    <div className={csv.preview}>
      {lines > 0 && (
        <Notice kind={rows.length === 0 ? 'bad' : 'warn'}>
          {lines === 1 ? '1 line has a problem.' : `${lines} lines have problems.`} The others can be written.
        </Notice>
      )}
      {faults.length > 0 && <CsvFaults faults={faults} />}
      {rows.length > 0 && (
        <div className={csv.frame} tabIndex={0} role="group" aria-label="Slideshows of this table">
          <table className={csv.table}>
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Slideshow</th>
                <th scope="col">Company</th>
                <th scope="col">Language</th>
                <th scope="col">Texts</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.line}>
                  <td className={csv.number}>{row.line}</td>
                  <td>
                    {row.title}
                    {row.warnings.map((warning) => (
                      <p key={warning} className={csv.warning}>
                        {warning}
                      </p>
                    ))}
                  </td>
                  <td>{row.company}</td>
                  <td>{row.language}</td>
                  <td>{row.isWritten ? 'By AI' : 'As they are'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
