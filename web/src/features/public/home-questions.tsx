import { Questions } from './questions.tsx'

const questions = [
  {
    question: 'What do I need to try it?',
    answer:
      'Node and one command. No key, no account, no other server: texts then come from a sandbox beside the product, which says so, and everything else is real.',
  },
  {
    question: 'Whose photos stand behind the slides?',
    answer:
      'Yours: what you upload, and photos of Tumblr blogs you follow. Uploads are encoded anew, without their location and camera data.',
  },
  {
    question: 'Can I change what the AI wrote?',
    answer:
      'Everything: double-click a text, drag it, have one slide or one text written again in another tone. Undo goes back twenty steps, and earlier versions stay.',
  },
  {
    question: 'What do I get out?',
    answer:
      'Each slide as PNG or JPEG at 1080 × 1920 or twice that, all of them as a ZIP, a video as MP4 at 60 frames a second, or a folder in your Google Drive. Each is, pixel for pixel, what the editor shows.',
  },
  {
    question: 'Which AI writes the slides?',
    answer: 'The one you choose: any server that speaks OpenAI’s chat completions, in the cloud or on your own machine.',
  },
  {
    question: 'Where is my data?',
    answer:
      'On the server that runs this product, and nowhere else. You can download all of it, and delete your account with everything in it, in the settings.',
  },
]

export function HomeQuestions() {
  return <Questions questions={questions} />
}
