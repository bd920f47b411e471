import { useState } from 'react';
import type { HeaderPhoto, OwnDocument } from '#contract/calls/document.ts';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { bytesOf, pictureOf } from '#ui/work/file-bytes.ts';
import { IconButton } from '#ui/ui/button.tsx';
import { isPicture } from '#ui/ui/picture.ts';
import { NotDrawn, smallCopy } from '#ui/ui/small-copy.ts';
import { Thumbnail } from '#ui/ui/thumbnail.tsx';
import { useToast } from '#ui/ui/toast.tsx';

const needsNetwork = 'You are offline. Choosing the photo needs the network.';
const notDrawn = 'This browser cannot show the picture. Please choose another photo.';
const notChosen = 'The photo could not be chosen. Please try again.';

/** Shows the chosen photo of a device from its small copy; pressing it opens the whole photo. */
export function DevicePhoto({ photo }: { photo: HeaderPhoto }) {
  const engine = useEngine();
  const [loaded] = useState(() => new Map<string, Promise<Blob>>());
  return <Thumbnail pictures={[pictureOf(engine, photo, loaded)]} at={0} preview={addressOf(photo)} />;
}

/** The type is the one that `smallCopy` draws; browsers recognize others by their content. */
const addressOf = ({ preview }: HeaderPhoto) => `data:image/jpeg;base64,${preview}`;

interface ChoosePhotoProps {
  deviceId: string;
  document: OwnDocument;
  /** The photo that the header shows now. */
  chosen: HeaderPhoto | null | undefined;
}

/** Makes a picture among the documents of a device the photo in the header of its page, or no longer. */
export function ChoosePhoto({ deviceId, document, chosen }: ChoosePhotoProps) {
  const engine = useEngine();
  const toast = useToast();
  const choose = useOnlineAction('chooseDevicePhoto');
  // Absent from servers of an earlier release, which do not know the call either.
  if (chosen === undefined || !isPicture(document.mime)) return null;
  const { sha256, name } = document;
  const isChosen = chosen?.sha256 === sha256;
  const press = async () => {
    try {
      const photo = isChosen ? null : { sha256, preview: await smallCopy(await bytesOf(engine, document)) };
      await choose.run({ params: { id: deviceId }, body: { photo } });
      toast({ text: isChosen ? 'The photo of the device was removed.' : `“${name}” is the photo of the device.` });
    } catch (error) {
      const reason = error instanceof NotDrawn ? notDrawn : errorWords(error, notChosen);
      toast({ tone: 'danger', text: isOffline(error) ? needsNetwork : reason });
    }
  };
  return (
    <IconButton
      icon={isChosen ? 'x' : 'camera'}
      label={isChosen ? 'Remove the photo of the device' : `Use ${name} as the photo of the device`}
      disabled={choose.busy}
      onClick={() => void press()}
    />
  );
}
