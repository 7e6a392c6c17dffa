import { points, type Domain } from './domain.ts'

/** Other people, the own head, clothes, journeys and books. */
export const peopleDomains: readonly Domain[] = [
  {
    name: 'love',
    signsOf: 'good',
    match:
      /\b(relationships?|dating|date|boyfriend|girlfriend|partner|husband|wife|marriage|love|crush|breakup|ex|couples?|situationship|friends?|friendships?)\b/,
    emoji: ['🫶', '💌', '🌷'],
    tips: points(`
      ask the second question | "how was your day" gets fine. "what was the best ten minutes" gets a story.
      say the small thank you | for the bins, for the lift, for the tea that just appeared.
      argue sitting down | on the same side of the table, about the problem, not the person.
      keep one evening boring | no plans, no phones, soup. that's where the talks happen.
      text the good thought | you thought of them at the bakery. tell them. it takes four seconds.
      repair within a day | not who was right. just "i didn't like how we left it".
      learn how they rest | some people need a walk, some need silence, some need you.
      remember one detail | the name of the difficult colleague. ask about it on thursday.
      leave the party together early | the walk home was always the best part.`),
    mistakes: points(`
      expecting them to guess | it's not a test. say the sentence.
      saving it all for one big talk | five small ones hurt less and change more.
      keeping score | nobody wins a competition about dishes.
      fixing instead of listening | ask first: do you want ideas or do you want company?`),
    signs: points(`
      silence feels easy | an hour in the car, no music, nobody performing.
      they remember your small things | the way you take your tea, the name of your first cat.
      you argue and still feel safe | the topic is hot, the ground isn't shaking.
      you're more yourself, not less | your friends notice it before you do.
      plans appear without chasing | nobody has to beg for a tuesday.`),
  },
  {
    name: 'mindset',
    signsOf: 'good',
    match:
      /\b(mindset|confidence|confident|self ?love|growth|motivation|motivated|success|successful|happy|happiness|goals?|life|healing|heal|boundaries|adult|twenties|20s|thirties|30s|overthink\w*|manifest\w*|change|dreams?|brave|courage)\b/,
    emoji: ['🌱', '✨', '🦋'],
    tips: points(`
      keep one promise to yourself | a tiny one, every day. confidence is just evidence.
      talk to yourself like a friend | you would never say that sentence to her.
      write down three small wins | fixed the lamp, called grandma, didn't send the text.
      let it be awkward | the first five minutes are the price of every good thing.
      choose the next hour | not the whole life. what would help between now and noon?
      change the room | a different table, a different street, a different thought.
      say no without a reason | "i can't make it" is a full sentence.
      finish one small thing | open loops are heavier than they look.
      spend time with people who ask back | you'll notice how rare it is, and how warm.
      do it scared | brave was never a feeling. it's what the feeling sees you do.`),
    mistakes: points(`
      waiting to feel ready | ready is what it feels like afterwards.
      starting over every monday | you're allowed to continue on a wednesday.
      asking everyone | twelve opinions later you know twelve people better, and yourself less.
      mistaking busy for growing | a hamster wheel turns too.
      talking down your wins | "it was nothing" is how you teach people it was.`),
    signs: points(`
      you let them be wrong | about you, at dinner, and you pass the salt.
      you rest before you break | the old you would have waited for a cold.
      your no got shorter | no essay, no three apologies.
      you're happy for others | with your whole face. that's how you know.
      you changed your mind | out loud, and the world kept turning.`),
  },
  {
    name: 'parents',
    signsOf: 'good',
    match: /\b(parents?|parenting|moms?|mums?|mothers?|dads?|fathers?|baby|babies|toddlers?|kids?|children|newborn|school|teenagers?)\b/,
    emoji: ['🧸', '🍼', '🫶'],
    tips: points(`
      give two choices | red cup or blue cup. the argument about drinking is already over.
      ten minutes of floor time | their game, their rules, your phone in the hallway.
      tell them what comes next | "two more slides, then shoes" beats every countdown.
      pack the bag at night | mornings are for hugs and lost socks, not for sandwiches.
      say sorry first | to a three-year-old, properly. they learn it from you or not at all.
      lower your voice | the louder they get. it's odd how quickly the room follows.
      one photo, then look | keep the rest with your eyes.
      let them help badly | wonky salad now, a cook in ten years.
      swap an evening off | one of you goes out, no questions. next week it's the other one.`),
    mistakes: points(`
      explaining in the storm | hug first, lesson after the snack.
      filling every afternoon | boredom is where the blanket forts come from.
      comparing at the playground | they all walk, they all talk, none of it is on a form.
      doing it all yourself | someone offered to bring soup. say yes.`),
    signs: points(`
      they fall apart at home | they held it together all day. you're the safe place.
      they tell you the bad thing | before someone else does. keep your face soft.
      you laugh at the spilled milk | on a tuesday, at seven, with wet socks.
      they copy how you say sorry | word for word, to a teddy.`),
  },
  {
    name: 'style',
    signsOf: 'good',
    match:
      /\b(style|outfits?|fashion|clothes|clothing|wardrobe|capsule|thrift\w*|vintage|dress|dresses|jeans|shoes|sneakers|jewel\w*|hair|hairstyles?|nails?|perfume|aesthetic)\b/,
    emoji: ['👗', '🧥', '✨'],
    tips: points(`
      start with the shoes | they decide the mood. the rest only has to agree.
      own one perfect white shirt | ironed, a bit too big. it has never been wrong.
      three colours, then stop | two quiet, one loud. that's the whole trick.
      take it to a tailor | eight euros at the hem, and it looks like eighty.
      turn the hangers round | whatever still hangs backwards in six months may go.
      copy one outfit exactly | save the picture, shop your own wardrobe, learn the proportions.
      roll the sleeves twice | wrists make everything look like you meant it.
      sit down in the fitting room | you'll spend more time sitting in it than standing.
      wear the good one on a tuesday | it's not saving itself for anyone.`),
    mistakes: points(`
      buying for another life | you don't go to galas. you go to the bakery. dress for the bakery.
      size before fit | nobody reads the label. everybody sees the shoulders.
      everything new at once | one statement, and friends that let it speak.
      keeping it because it was expensive | it already cost that. now it costs space too.`),
    signs: points(`
      you get dressed in five minutes | and don't change twice.
      people say it's "so you" | they can't explain it. that's the point.
      you repeat outfits happily | if it's good, it's a signature.
      you leave shops empty-handed | you know what isn't yours.`),
  },
  {
    name: 'travel',
    signsOf: 'good',
    match:
      /\b(travel\w*|trips?|vacation|holidays?|backpack\w*|solo|abroad|flights?|airport|packing|suitcase|roadtrip|road trip|van ?life|hik\w+|camping|mountains?|beach|beaches|city|cities|city break|europe|italy|japan|bali|lisbon|paris|london|new york)\b/,
    emoji: ['🧳', '🗺️', '✈️'],
    tips: points(`
      walk the first hour without a map | get a little lost near the hotel. that's how a place starts.
      eat where the menu is short | eight dishes, one language, somebody's aunt in the kitchen.
      pack, then take out a third | nobody has ever come home wishing for a fourth jumper.
      download the map before you land | offline, with the hotel starred. calm arrives with it.
      go early or go late | seven in the morning belongs to you and the street sweepers.
      learn six words | hello, please, thanks, sorry, delicious, beautiful. doors open.
      leave one day empty | the best afternoon never had a booking.
      take the local bus once | same view, two euros, better company.
      write down the smells | you'll have the pictures. you won't have the bakery at six.
      scarf in the hand luggage | blanket, pillow, sunshade, temple dress code.`),
    mistakes: points(`
      five cities in six days | you'll remember five train stations.
      queueing at noon | the same door has no line at half past eight.
      changing money at the airport | the worst rate in the country, with a smile.
      new shoes on day one | break them in at home or they'll break you.`),
    signs: points(`
      the barista knows your order | on day three, in a city you didn't know on monday.
      you stop taking pictures | and sit on the wall instead.
      you dream in the wrong language | badly, but still.
      home looks different | you notice your own street like a visitor.`),
  },
  {
    name: 'books',
    signsOf: 'good',
    match: /\b(books?|reading|read|novels?|library|booktok|fiction|poems?|movies?|films?|series|shows|podcasts?)\b/,
    emoji: ['📚', '🔖', '☕'],
    tips: points(`
      give it fifty pages | then you may leave without guilt. there are others.
      keep one in every bag | a queue is four pages, a late train is a chapter.
      read two at once | one for the morning head, one for the evening one.
      swap the last scroll for a page | same pillow, same light, better dreams.
      write in the margins | in pencil, to yourself in ten years.
      ask a librarian | tell them one you loved. watch their eyes light up.
      start with the thin ones | three short wins carry you into the thick one.
      listen while you cook | the same story, with onions.
      lend it and forget it | the best ones come back with stains and opinions.`),
    mistakes: points(`
      finishing out of duty | life is short and your pile isn't.
      counting instead of reading | nobody will ask for the number at your birthday.
      only what's trending | the one that changes you may be out of print.
      waiting for a quiet hour | ten minutes are enough for one good paragraph.`),
    signs: points(`
      you missed your stop | and didn't even mind.
      you miss people who don't exist | the last page was on tuesday and you're still not over it.
      you slow down near the end | three pages a day so that it lasts.
      you press it on strangers | "just read the first line".`),
  },
]
