import { Questions, type Question } from './questions.tsx'

export const HOME_QUESTIONS: readonly Question[] = [
  {
    question: 'What do I need to try it?',
    answer:
      'Node and one command. No keys, no account, no other server: a built-in sandbox stands in for the AI and the platforms, clearly marked. Everything else is real.',
  },
  {
    question: 'How many views should my first slideshow get?',
    answer:
      '500-1000 views is a good sign: the platform is showing you to people who do not follow you yet. Keep the topic, change the first slide, and post again. The studio makes the next one quick; no tool can promise views.',
  },
  {
    question: 'Can I change what the AI wrote?',
    answer:
      'Everything. Double-click a text, drag it, or have a slide or a single text rewritten in another tone. Undo goes back twenty steps, and earlier versions stay.',
  },
  {
    question: 'Where can I post, and does my computer have to be on?',
    answer:
      'TikTok, Instagram, Threads and Tumblr, slideshows and videos, at the minute you choose. The server posts, so your computer can be off. Everything else takes the files: PNG or JPEG, a ZIP, an MP4 at 60 frames a second, or a folder in your Google Drive.',
  },
  {
    question: 'Whose photos are behind the slides?',
    answer: 'Yours: what you upload, and photos of Tumblr blogs you follow. Uploads are re-encoded without their location and camera data.',
  },
  {
    question: 'Where is my data, and what does the AI see?',
    answer:
      'On the server that runs this product. The AI that its operator chose gets your topic and what you say about your company, never your photos. You can download all of it, and delete your account with everything in it, in the settings.',
  },
]

export function HomeQuestions() {
  return <Questions questions={HOME_QUESTIONS} />
}
