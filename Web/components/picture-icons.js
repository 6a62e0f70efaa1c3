// The icons of pictures, the studio and the feed. They load with these.

import { addIcons } from "./dom.js";

addIcons({
  camera: ["M3.5 7h11v10h-11z", "M14.5 10.5l6-3.5v10l-6-3.5"],
  cameraOff: ["M3.5 7h11v10h-11z", "M14.5 10.5l6-3.5v10l-6-3.5", "M3 20L20 4"],
  microphone: ["M12 3.5a2.5 2.5 0 0 0-2.5 2.5v5a2.5 2.5 0 0 0 5 0V6A2.5 2.5 0 0 0 12 3.5z", "M6 11a6 6 0 0 0 12 0", "M12 17v3.5"],
  microphoneOff: [
    "M12 3.5a2.5 2.5 0 0 0-2.5 2.5v5a2.5 2.5 0 0 0 5 0V6A2.5 2.5 0 0 0 12 3.5z", "M6 11a6 6 0 0 0 12 0", "M12 17v3.5", "M4 20L20 4"],
  pause: ["M8 5.5v13", "M16 5.5v13"],
  play: ["M7 5l12 7-12 7z"],
  screen: ["M3.5 5h17v11h-17z", "M8.5 20h7", "M12 16v4"],
  sliders: ["M4 7h9", "M17 7h3", "M13 4.5v5", "M4 17h3", "M11 17h9", "M11 14.5v5"],
  up: ["M12 19V5", "M6 11l6-6 6 6"],
  window: ["M3.5 5h17v14h-17z", "M12 12h8.5v7H12z"],
});
