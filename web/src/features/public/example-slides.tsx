import styles from './example-slides.module.css'
import { HOME_IMAGES, HomeImage } from './home-image.tsx'

/** The home page's slides that form one slideshow, in order. */
const EXAMPLE_NAMES = ['steaming-cup', 'rain-on-glass', 'books-by-window', 'window-light', 'misty-ridges']

const FACTS = [
  { title: 'Slide by slide', text: 'Each one appears as soon as it is written, in the words people use on their phones.' },
  { title: 'Yours to change', text: 'Every word, every box and the photo behind it, right on the slide.' },
  { title: 'Keep it, or not', text: 'With an account it stays. Without one it is deleted after two hours.' },
]

/** An example result, until the visitor has made their own. */
export function ExampleSlides() {
  const pictures = EXAMPLE_NAMES.flatMap((name) => HOME_IMAGES.find((picture) => picture.name === name) ?? [])
  return (
    <section className={styles.example} aria-labelledby="example-title">
      <h2 id="example-title" className={styles.title}>
        From a topic like “4 tiny rituals for softer mornings”
      </h2>
      <div className={styles.slides} aria-hidden="true">
        {pictures.map((picture) => (
          <HomeImage key={picture.name} {...picture} />
        ))}
      </div>
      <ul className={styles.facts}>
        {FACTS.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
