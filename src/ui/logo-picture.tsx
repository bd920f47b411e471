import './logo-picture.css';

interface LogoPictureProps {
  /** Address of the picture. */
  picture: string;
  alt: string;
  isLarge?: boolean;
}

/** Shows a logo on a white plate, which keeps a dark one visible in the dark theme. */
export function LogoPicture({ picture, alt, isLarge = false }: LogoPictureProps) {
  return <img src={picture} alt={alt} className="logo-picture" data-large={isLarge || undefined} />;
}
