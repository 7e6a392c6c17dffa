import { pick, shuffle, type Random } from '../random.ts'
import { points, type Point } from './domains/domain.ts'
import { withEmoji, type WrittenSlide } from './numbered-list.ts'
import type { WriterRequest } from './request.ts'
import type { Topic } from './topic.ts'

/** Short banks for topics in other scripts: advice that holds for any subject. */
interface ScriptBank {
  match: RegExp
  question: string
  answer: string
  invite: string
  quote: string
  points: readonly Point[]
}

const BANKS: readonly ScriptBank[] = [
  {
    match: /\p{Script=Cyrillic}/u,
    question: 'что для тебя здесь самое важное?',
    answer: 'начну я: начинать с малого',
    invite: 'теперь ты, хватит одной строки',
    quote: 'каждый большой путь собирается из дней, похожих на сегодняшний',
    points: points(`
      начни с малого | пять минут сегодня лучше, чем идеальный час когда-нибудь.
      выбери одно время | одно и то же место в дне, и не нужно решать заново.
      спроси того, кто рядом | не эксперта, а того, кто был на твоём месте весной.
      держи на виду | что лежит на столе, то и делается.
      запиши, что помогло | одна строка в день, и через месяц готова своя инструкция.
      остановись вовремя | пока ещё приятно, завтра захочется вернуться.
      пусть первый раз будет плохим | у всех он такой, просто его не показывают.
      делай вдвоём | ради другого мы приходим и в дождь.
      отдохни без вины | пауза тоже часть пути.`),
  },
  {
    match: /\p{Script=Greek}/u,
    question: 'ποιο είναι για σένα το πιο σημαντικό;',
    answer: 'ξεκινάω εγώ: μικρά βήματα',
    invite: 'σειρά σου, φτάνει μία γραμμή',
    quote: 'κάθε μεγάλος δρόμος χτίζεται με μέρες σαν τη σημερινή',
    points: points(`
      ξεκίνα με λίγο | πέντε λεπτά σήμερα αξίζουν πιο πολύ από μια τέλεια ώρα κάποτε.
      βρες μία σταθερή ώρα | κάθε μέρα η ίδια, και δεν χρειάζεται να το ξανασκεφτείς.
      ρώτα κάποιον λίγο πιο μπροστά | όχι τον ειδικό, αυτόν που ήταν στη θέση σου την άνοιξη.
      άφησέ το να φαίνεται | ό,τι είναι πάνω στο τραπέζι, γίνεται.
      γράψε τι βοήθησε | μία γραμμή τη μέρα, και σε έναν μήνα έχεις δικό σου οδηγό.
      σταμάτα όσο είναι ωραίο | αύριο θα θες να ξαναγυρίσεις.
      η πρώτη φορά ας είναι κακή | όλοι έτσι άρχισαν, απλώς δεν το δείχνουν.
      κάν' το με παρέα | για τον άλλον πάμε και με βροχή.
      ξεκουράσου χωρίς ενοχές | και η παύση είναι μέρος του δρόμου.`),
  },
  {
    match: /\p{Script=Arabic}/u,
    question: 'ما أهم شيء بالنسبة لك هنا؟',
    answer: 'سأبدأ أنا: خطوة صغيرة كل يوم',
    invite: 'دورك الآن، سطر واحد يكفي',
    quote: 'كل طريق طويل يُبنى من أيام تشبه هذا اليوم',
    points: points(`
      ابدأ بالقليل | خمس دقائق اليوم أفضل من ساعة مثالية يومًا ما.
      اختر وقتًا ثابتًا | نفس الموعد كل يوم، فلا تحتاج إلى قرار جديد.
      اسأل من سبقك بخطوة | ليس الخبير، بل من كان مكانك قبل أشهر.
      ضعه أمام عينيك | ما تراه على الطاولة تفعله.
      اكتب ما نفعك | سطر في اليوم، وبعد شهر يصبح لديك دليلك الخاص.
      توقف وأنت مستمتع | غدًا سترغب في العودة.
      لتكن البداية سيئة | الجميع بدأ هكذا، لكنهم لا يعرضون ذلك.
      افعلها مع صديق | من أجله ستأتي حتى في المطر.
      استرح دون ذنب | الراحة جزء من الطريق.`),
  },
  {
    match: /\p{Script=Hebrew}/u,
    question: 'מה הכי חשוב לך כאן?',
    answer: 'אני אתחיל: צעד קטן כל יום',
    invite: 'תורך, שורה אחת מספיקה',
    quote: 'כל דרך ארוכה בנויה מימים כמו היום',
    points: points(`
      להתחיל בקטן | חמש דקות היום שוות יותר משעה מושלמת מתישהו.
      לבחור שעה קבועה | אותו זמן בכל יום, ולא צריך להחליט מחדש.
      לשאול מי שצעד לפניך | לא את המומחה, את מי שהיה במקומך באביב.
      לשים מול העיניים | מה שעל השולחן, קורה.
      לכתוב מה עזר | שורה ביום, ובעוד חודש יש מדריך אישי.
      לעצור כשעוד כיף | מחר יהיה חשק לחזור.
      שהפעם הראשונה תהיה גרועה | אצל כולם היא כזאת, רק לא מראים.
      לעשות ביחד | בשביל מישהו אחר באים גם בגשם.
      לנוח בלי אשמה | גם ההפסקה היא חלק מהדרך.`),
  },
  {
    match: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    question: 'あなたにとって一番大事なことは？',
    answer: '私から：小さく始めること',
    invite: '次はあなた、一行で大丈夫',
    quote: '大きな道も、今日のような一日からできている',
    points: points(`
      小さく始める | 今日の五分は、いつかの完璧な一時間より強い。
      時間を決めておく | 毎日同じ時間なら、迷わなくていい。
      少し先を行く人に聞く | 専門家より、この前まで同じ場所にいた人に。
      見える所に置く | 机の上にあるものは、自然と手に取る。
      よかったことを書く | 一日一行、一か月で自分だけの本になる。
      楽しいうちにやめる | 明日また続きをしたくなるから。
      最初は下手でいい | みんなそうだった、見せないだけ。
      誰かと一緒にやる | 雨の日も行こうと思える。
      休むことも予定に入れる | 休みも道のうち。`),
  },
  {
    match: /\p{Script=Hangul}/u,
    question: '당신에게 가장 중요한 것은 무엇인가요?',
    answer: '저부터: 작게 시작하기',
    invite: '이제 당신 차례, 한 줄이면 충분해요',
    quote: '먼 길도 오늘 같은 하루로 만들어진다',
    points: points(`
      작게 시작하기 | 오늘의 오 분이 언젠가의 완벽한 한 시간보다 낫다.
      시간을 정해 두기 | 매일 같은 시간이면 다시 고민하지 않아도 된다.
      한 걸음 앞선 사람에게 묻기 | 전문가보다 얼마 전 같은 자리에 있던 사람에게.
      눈에 보이는 곳에 두기 | 책상 위에 있으면 하게 된다.
      도움이 된 것 적기 | 하루 한 줄, 한 달이면 나만의 책이 된다.
      즐거울 때 멈추기 | 내일 다시 하고 싶어지도록.
      처음은 서툴러도 괜찮다 | 모두 그랬다, 보여주지 않을 뿐.
      함께 하기 | 비 오는 날에도 나가게 된다.
      미안해하지 않고 쉬기 | 쉬는 것도 길의 일부다.`),
  },
  {
    match: /\p{Script=Han}/u,
    question: '对你来说最重要的是什么？',
    answer: '我先说：从小处开始',
    invite: '轮到你了，一句话就够',
    quote: '再长的路，也是由今天这样的日子走出来的',
    points: points(`
      从小处开始 | 今天的五分钟，胜过哪天完美的一小时。
      定一个时间 | 每天同一刻，就不用再犹豫。
      问走在前面一步的人 | 不必是专家，是不久前和你一样的人。
      放在看得见的地方 | 在桌上的东西，就会去做。
      写下有用的事 | 一天一行，一个月就是自己的手册。
      趁还开心就停 | 明天会想继续。
      第一次可以很糟 | 大家都一样，只是没给你看。
      找个人一起 | 下雨天也会出门。
      安心休息 | 停下来也是路的一部分。`),
  },
  {
    match: /\p{Script=Devanagari}/u,
    question: 'आपके लिए सबसे ज़रूरी क्या है?',
    answer: 'पहले मैं: छोटी शुरुआत',
    invite: 'अब आपकी बारी, एक पंक्ति काफ़ी है',
    quote: 'हर लंबा रास्ता आज जैसे दिनों से बनता है',
    points: points(`
      छोटी शुरुआत करें | आज के पाँच मिनट किसी दिन के पूरे घंटे से बेहतर हैं।
      एक समय तय करें | रोज़ वही समय, तो फिर सोचना नहीं पड़ता।
      एक कदम आगे वाले से पूछें | विशेषज्ञ नहीं, जो हाल तक आपकी जगह था।
      आँखों के सामने रखें | जो मेज़ पर है, वही होता है।
      जो काम आया उसे लिखें | रोज़ एक पंक्ति, महीने में अपनी किताब।
      अच्छा लगे तभी रुकें | कल फिर मन करेगा।
      पहली बार ख़राब होने दें | सबकी ऐसी ही थी, बस दिखाते नहीं।
      किसी के साथ करें | बारिश में भी निकलेंगे।
      बिना अपराधबोध के आराम करें | रुकना भी रास्ते का हिस्सा है।`),
  },
]

function bankFor(topic: string): ScriptBank | null {
  const letters = [...topic].filter((char) => /\p{L}/u.test(char))
  const foreign = letters.filter((char) => !/\p{Script=Latin}/u.test(char))
  if (foreign.length * 2 <= letters.length) return null
  // Japanese mixes scripts: its bank stands before the Chinese one, and kana anywhere decides.
  return BANKS.find((bank) => bank.match.test(topic)) ?? null
}

/** Slides in the topic's own script; null when the script is Latin or not known here. */
export function writeInScript(request: WriterRequest, topic: Topic, random: Random): WrittenSlide[] | null {
  const bank = bankFor(request.topic)
  if (!bank) return null
  const title = request.topic.trim().replace(/\s+/g, ' ')
  const emoji = pick(random, ['✨', '🌱', '☀️', '🌿'])
  if (request.format === 'multi-photo-video') return [{ title, description: null, lines: [withEmoji(bank.quote, emoji)] }]
  if (request.format === 'question-users') {
    return [
      { title: `${title}: ${bank.question}`, description: null, lines: [] },
      { title: bank.answer, description: withEmoji(bank.invite, emoji), lines: [] },
    ].slice(0, request.slides)
  }
  const chosen = shuffle(random, bank.points).slice(0, Math.max(0, request.slides - 1))
  const personal = request.format === 'directly-personal'
  return [
    { title: withEmoji(title, emoji), description: null, lines: [] },
    ...chosen.map((point, index) => {
      const company = request.company && request.softSellSlide === index + 2 ? ` ${request.company}` : ''
      const [first = '', ...rest] = point.description.split(/(?<=[,،、，]) ?/u)
      const lines = personal ? [point.title + company, first, rest.join(' '), topic.text].filter(Boolean) : []
      return {
        title: (personal ? point.title : `${index + 1}. ${point.title}`) + (personal ? '' : company),
        description: personal ? null : point.description,
        lines,
      }
    }),
  ]
}
