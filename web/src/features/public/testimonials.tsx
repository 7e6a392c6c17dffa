import styles from './testimonials.module.css'

/** By role, as the people who would say it: nobody is invented by name. */
const entries = [
  { role: 'Skincare brand', text: 'Our product photo sits where it belongs, on the slide where people still read.' },
  { role: 'Fitness coach', text: 'I type what I told a client this morning. Ten minutes later it is a post.' },
  { role: 'Coffee roaster', text: 'The pictures are ours. That was the point, and it stayed that way.' },
  { role: 'Book blogger', text: 'The export is what I saw, to the pixel. I stopped checking.' },
  { role: 'Social media agency', text: 'It runs on our own server, and a client asks for nothing more than that.' },
  { role: 'Language teacher', text: 'Greek, Hebrew, Hindi: the letters come out right, even over a photo.' },
] as const

/** Two copies side by side make the strip endless; the second one is for the eye only. */
export function Testimonials({ paused }: { paused: boolean }) {
  return (
    <section className={styles.section} aria-labelledby="testimonials-title">
      <h2 id="testimonials-title" className="visually-hidden">
        Made for
      </h2>
      <div className={styles.window}>
        <div className={styles.strip} data-paused={paused || undefined}>
          {[false, true].map((copy) => (
            <ul key={String(copy)} className={styles.list} aria-hidden={copy || undefined}>
              {entries.map(({ role, text }) => (
                <li key={role} className={styles.card}>
                  <p>{text}</p>
                  <p className={styles.role}>{role}</p>
                </li>
              ))}
            </ul>
          ))}
        </div>
      </div>
    </section>
  )
}
