"""Training: each script reads from top to bottom and writes what the engine loads.

The nets of `engine/weights.npz` were made so (on sixteen cores in the first case, on two in the second):

    python -m train.gather --presets stones,stones-tactics --seconds 40 --wildness 0.08 --heat 0.012 --out one
    python -m train.gather --presets walls,walls-tactics --seconds 240 --out two
    python -m train.fit --data one two

Attacks on a wall need one thread kept over many moves: games with more random moves show them failing, and nets fitted to them
lose (57 against 65 % with the quick player). For the row of Stones it is the other way round: nets from wilder games win.
"""
