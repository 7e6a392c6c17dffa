import { CalendarClock, FileArchive, Layers, Lightbulb, MousePointer2, PenLine, Server, ShieldCheck, Smartphone } from 'lucide-react'
import styles from './home.module.css'

/** Only what the product does today. */
const claims = [
  {
    Icon: PenLine,
    title: 'Slides as they are written',
    text: 'Type a topic and watch each slide arrive, one after another. Cancel at any time; what is written stays.',
  },
  {
    Icon: MousePointer2,
    title: 'Edit on the slide itself',
    text: 'Double-click a text, drag a box, pull a handle. Undo goes back twenty steps, and everything is saved as you go.',
  },
  {
    Icon: Layers,
    title: 'Five kinds of slideshow',
    text: 'Numbered lists, personal notes, questions, quick photo videos, or empty slides of your own.',
  },
  {
    Icon: FileArchive,
    title: 'The export matches the preview',
    text: 'One painter draws the preview and the file: each PNG is the slide you saw, at 1080 × 1920.',
  },
  {
    Icon: CalendarClock,
    title: 'Posts that go out on time',
    text: 'Schedule slideshows and videos to TikTok, Instagram, Threads and Tumblr, once or every week. The server sends them, with your browser closed.',
  },
  {
    Icon: Smartphone,
    title: 'Or post it yourself',
    text: 'Some posts need your thumb. A link or QR code brings the slides and caption to your phone when it is time.',
  },
  {
    Icon: Lightbulb,
    title: 'Never short of ideas',
    text: 'Ask for ideas on a subject, star the good ones, and turn one into a slideshow with a click.',
  },
  {
    Icon: ShieldCheck,
    title: 'Yours',
    text: 'Photos are re-encoded on arrival and lose their location and camera data. Every row belongs to one account.',
  },
  {
    Icon: Server,
    title: 'Any AI provider',
    text: 'Speaks the OpenAI protocol: use OpenAI, Ollama, llama.cpp or vLLM. Without a key it runs in a local sandbox.',
  },
]

export function FeaturesList() {
  return (
    <section className={styles.claims} aria-labelledby="claims-title">
      <h2 id="claims-title" className={styles.sectionTitle}>
        What’s inside
      </h2>
      <ul className={styles.claimGrid}>
        {claims.map(({ Icon, title, text }) => (
          <li key={title}>
            <Icon aria-hidden="true" />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
