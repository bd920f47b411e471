import { scalePhoto } from './scale-photo.ts';

addEventListener('message', (event: MessageEvent<Blob>) => {
  const answer = (scaled: Blob | null) => postMessage(scaled);
  scalePhoto(event.data).then(answer, () => answer(null));
});
