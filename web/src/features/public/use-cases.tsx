import styles from './use-cases.module.css'

/** Use cases by role, not testimonials. */
const entries = [
  { role: 'skincare brands', text: 'Add your product photo once, and work it into the slide where it fits.' },
  { role: 'fitness coaches', text: 'Turn the tip you gave a client this morning into a post in minutes.' },
  { role: 'coffee roasters', text: 'Tell the story of a roast over your own photos.' },
  { role: 'book bloggers', text: 'Check every line in the editor. The export matches it to the pixel.' },
  { role: 'social media agencies', text: 'Keep each client’s name, logo and photos apart, on a server of your own.' },
  { role: 'language teachers', text: 'Write in Greek, Hebrew or Hindi. Every letter comes out right, even over a photo.' },
] as const

/** Two copies side by side make the strip endless; screen readers skip the second. */
export function UseCases({ paused }: { paused: boolean }) {
  return (
    <section className={styles.section} aria-labelledby="use-cases-title">
      <h2 id="use-cases-title" className="visually-hidden">
        Use cases
      </h2>
      <div className={styles.window}>
        <div className={styles.strip} data-paused={paused || undefined}>
          {[false, true].map((copy) => (
            <ul key={String(copy)} className={styles.list} aria-hidden={copy || undefined}>
              {entries.map(({ role, text }) => (
                <li key={role} className={styles.card}>
                  <p className={styles.role}>For {role}:</p>
                  <p>{text}</p>
                </li>
              ))}
            </ul>
          ))}
        </div>
      </div>
    </section>
  )
}
