// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

interface SwapPayer {
    function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes calldata data) external;
}

/// @title SwapPoolV3
/// @notice A pool of two tokens for local chains: the interface of a Uniswap v3 pool as far as swaps of an exact amount need it.
/// All of its liquidity is over the whole range of prices, so that it knows no ticks: the one it tells is 0. It is filled once, and
/// keeps its fees.
contract SwapPoolV3 {
    using SafeERC20 for IERC20;

    event Initialize(uint160 sqrtPriceX96, int24 tick);
    event Swap(
        address indexed sender,
        address indexed recipient,
        int256 amount0,
        int256 amount1,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        int24 tick
    );

    error AmountMissing();
    error Filled();
    error LimitPassed();
    error Locked();
    error PriceOutside();

    uint256 private constant ONE = 1 << 96;
    uint160 private constant LOWEST = 4295128739;
    uint160 private constant HIGHEST = 1461446703485210103287273052203988822378723970342;

    address public immutable factory;
    address public immutable token0;
    address public immutable token1;
    uint24 public immutable fee;
    uint128 public liquidity;
    uint160 private _sqrtPriceX96;
    bool private _isSwapping;

    constructor(address token0_, address token1_, uint24 fee_) {
        factory = msg.sender;
        token0 = token0_;
        token1 = token1_;
        fee = fee_;
    }

    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool) {
        return (_sqrtPriceX96, 0, 0, 1, 1, 0, !_isSwapping);
    }

    /// @notice Begins to trade what was sent here, at the price that its amounts say.
    function fill() external {
        if (liquidity != 0) revert Filled();
        uint256 amount0 = IERC20(token0).balanceOf(address(this));
        uint256 amount1 = IERC20(token1).balanceOf(address(this));
        if (amount0 == 0 || amount1 == 0) revert AmountMissing();
        uint256 amount = Math.sqrt(amount0 * amount1);
        // Rounded up: the pool then promises no more of either token than it has.
        uint256 price = Math.mulDiv(amount, ONE, amount0, Math.Rounding.Ceil);
        if (amount > type(uint128).max || price < LOWEST || price >= HIGHEST) revert PriceOutside();
        (liquidity, _sqrtPriceX96) = (uint128(amount), uint160(price));
        emit Initialize(uint160(price), 0);
    }

    /// @notice Pays out what an exact amount buys, then asks the caller for that amount.
    function swap(
        address recipient,
        bool zeroForOne,
        int256 amountSpecified,
        uint160 sqrtPriceLimitX96,
        bytes calldata data
    ) external returns (int256 amount0, int256 amount1) {
        if (_isSwapping) revert Locked();
        if (amountSpecified <= 0 || liquidity == 0) revert AmountMissing();
        _isSwapping = true;
        uint256 amountOut;
        (_sqrtPriceX96, amountOut) = _follow(zeroForOne, uint256(amountSpecified));
        if (zeroForOne ? _sqrtPriceX96 < sqrtPriceLimitX96 : _sqrtPriceX96 > sqrtPriceLimitX96) revert LimitPassed();
        (amount0, amount1) =
            zeroForOne ? (amountSpecified, -int256(amountOut)) : (-int256(amountOut), amountSpecified);
        if (amountOut > 0) IERC20(zeroForOne ? token1 : token0).safeTransfer(recipient, amountOut);
        IERC20 paid = IERC20(zeroForOne ? token0 : token1);
        uint256 due = paid.balanceOf(address(this)) + uint256(amountSpecified);
        SwapPayer(msg.sender).uniswapV3SwapCallback(amount0, amount1, data);
        if (paid.balanceOf(address(this)) < due) revert AmountMissing();
        _isSwapping = false;
        emit Swap(msg.sender, recipient, amount0, amount1, _sqrtPriceX96, liquidity, 0);
    }

    /// @dev Each division is rounded for the pool.
    function _follow(bool zeroForOne, uint256 amountIn) private view returns (uint160 price, uint256 amountOut) {
        uint256 taken = Math.mulDiv(amountIn, 1_000_000 - fee, 1_000_000);
        (uint256 amount, uint256 from) = (liquidity, _sqrtPriceX96);
        uint256 to;
        if (zeroForOne) {
            to = Math.mulDiv(amount * ONE, from, amount * ONE + taken * from, Math.Rounding.Ceil);
            amountOut = Math.mulDiv(amount, from - to, ONE);
        } else {
            to = from + Math.mulDiv(taken, ONE, amount);
            amountOut = Math.mulDiv(amount * ONE, to - from, to) / from;
        }
        if (to < LOWEST || to >= HIGHEST) revert PriceOutside();
        price = uint160(to);
    }
}
